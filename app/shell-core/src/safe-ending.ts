/** Endings under which no usual program runs what is inside, nor shows it as a page that could. */
const kept = new Set(
  (
    'avif bmp gif ico jpeg jpg png tif tiff webp aac flac m4a mid mp3 mp4 mpeg mpg oga ogg ogv opus wav weba webm ' +
    'csv json jsonl log md ndjson toml tsv txt yaml yml 7z bz2 gz tar xz zip zst bin docx epub odp ods odt pdf pptx ' +
    'rtf xlsx eot otf ttf woff woff2'
  ).split(' '),
);

/** Texts that a program would run, or a browser show as a page: safe to look at, under another ending. */
const texts = new Set(
  (
    'bash bat c cc cjs cmd cpp cs css go h hta htm html java js jse jsx kt lua mht mhtml mjs php pl ps1 psm1 py rb reg ' +
    'rs sh sql svg svgz swift ts tsx vbs vue wsf xht xhtml xml xsl xslt zsh'
  ).split(' '),
);

/** The ending a name may keep, in lower case with its dot, or the one to put after it (security.md S-09). */
export function safeEnding(name: string): string {
  const ending = /[^.\s]\s*\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (kept.has(ending)) return `.${ending}`;
  return texts.has(ending) ? '.txt' : '.bin';
}
