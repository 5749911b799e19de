/**
 * Writes the archive format of Electron: two length-prefixed headers, a JSON directory, then the files one after
 * another. Enough for a few small files in one folder.
 *
 * @param {Record<string, string>} files name -> content
 * @returns {Buffer}
 */
export function asarArchive(files) {
  const bodies = [];
  const directory = {};
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const body = Buffer.from(content, 'utf8');
    directory[name] = { size: body.length, offset: String(offset) };
    bodies.push(body);
    offset += body.length;
  }
  const json = Buffer.from(JSON.stringify({ files: directory }), 'utf8');
  const padding = Buffer.alloc((4 - (json.length % 4)) % 4);
  const header = Buffer.alloc(16);
  header.writeUInt32LE(4, 0);
  header.writeUInt32LE(8 + json.length + padding.length, 4);
  header.writeUInt32LE(4 + json.length + padding.length, 8);
  header.writeUInt32LE(json.length, 12);
  return Buffer.concat([header, json, padding, ...bodies]);
}
