import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainBytesName, plainFileName } from './save-file.ts';

test.each([
  ['bench-vector.json', 'bench-vector.json'],
  ['bench-vector', 'bench-vector.json'],
  ['bench-vector.JSON', 'bench-vector.json'],
  ['../../.bashrc', 'bashrc.json'],
  ['/etc/passwd', 'passwd.json'],
  ['C:\\Windows\\win.ini', 'win.ini.json'],
  ['a/b\\c.json', 'c.json'],
  ['run.json/', 'saved.json'],
  ['..', 'saved.json'],
  ['.json', 'json.json'],
  ['', 'saved.json'],
  [' . . .', 'saved.json'],
  ['note. .json', 'note.json'],
  ['CON', '_CON.json'],
  ['con.json', '_con.json'],
  ['nul .txt', '_nul .txt.json'],
  ['LPT¹', '_LPT¹.json'],
  ['console.json', 'console.json'],
  ['vector\u202Enosj.exe', 'vectornosj.exe.json'],
  ['a\u200B\u0000\u2066b\n\uD800.json', 'ab.json'],
  ['a:b<c>"d|e?f*.json', 'abcdef.json'],
  ['données 日本.json', 'données 日本.json'],
])('%j becomes %j (S-09)', (proposed, name) => {
  expect(plainFileName(proposed, 'json')).toBe(name);
});

test('a Markdown name ends so', () => {
  expect(plainFileName('report.json', 'markdown')).toBe('report.json.md');
});

test.each([
  ['chart.png', 'chart.png'],
  ['Chart.PNG', 'Chart.png'],
  ['report.pdf', 'report.pdf'],
  ['../../.ssh/authorized_keys', 'authorized_keys.bin'],
  ['.bashrc', 'bashrc.bin'],
  ['page.html', 'page.html.txt'],
  ['page.XHTML', 'page.XHTML.txt'],
  ['drawing.svg', 'drawing.svg.txt'],
  ['run.sh', 'run.sh.txt'],
  ['setup.exe', 'setup.exe.bin'],
  ['go.lnk', 'go.lnk.bin'],
  ['book.xlsm', 'book.xlsm.bin'],
  ['open.desktop', 'open.desktop.bin'],
  ['chart.png.exe', 'chart.png.exe.bin'],
  ['chart\u202Egnp.exe', 'chartgnp.exe.bin'],
  ['chart.png . ', 'chart.png'],
  ['chart .png', 'chart.png'],
  ['.png', 'png.bin'],
  ['con.png', '_con.png'],
  ['chart', 'chart.bin'],
  ['', 'saved.bin'],
  [`${'x'.repeat(300)}.png`, `${'x'.repeat(196)}.png`],
  ['chart.pn\u200Bg', 'chart.png'],
  ['chart.toString', 'chart.toString.bin'],
  ['chart.constructor', 'chart.constructor.bin'],
])('bytes called %j are saved as %j (S-09)', (proposed, name) => {
  expect(plainBytesName(proposed)).toBe(name);
});

test('whatever is proposed, the name stays in its folder and every file system takes it (S-09)', () => {
  const anyName = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ maxLength: 400 }),
    fc.string({ unit: fc.constantFrom('.', '/', '\\', ' ', 'é', '😀', '\u202E', 'con') }),
  );
  fc.assert(
    fc.property(anyName, (proposed) => {
      const name = plainFileName(proposed, 'json');
      expect(name).toMatch(/^[^./\\\s\p{C}:][^/\\\p{C}:]*\.json$/u);
      expect(Buffer.byteLength(name)).toBeLessThan(220);
      expect(plainFileName(name, 'json')).toBe(name);
      const ofBytes = plainBytesName(proposed);
      expect(ofBytes).toMatch(/^[^./\\\s\p{C}:][^/\\\p{C}:]*\.[a-z0-9]+$/u);
      expect(Buffer.byteLength(ofBytes)).toBeLessThan(220);
      expect(plainBytesName(ofBytes)).toBe(ofBytes);
    }),
  );
});
