import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainFileName } from './plain-file-name.ts';

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
    }),
  );
});
