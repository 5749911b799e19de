/** Languages that code is coloured in. A language chooses colours and nothing else (security S-06). */
import type { LanguageRegistration } from '@shikijs/core';

/** A language by the one name that it has here. */
export interface CodeLanguage {
  readonly name: string;
  /** Display name. */
  readonly title: string;
  /** Fetches the grammar, once it is wanted. */
  readonly load: () => Promise<{ readonly default: LanguageRegistration[] }>;
}

type Row = readonly [title: string, otherNames: string, load: CodeLanguage['load']];

/** That of all languages of the family: each grammar of its own would be a copy of 175 KB. */
const loadTsx: CodeLanguage['load'] = () => import('@shikijs/langs/tsx');

/** Every import is written out, so that each grammar becomes a file of its own. */
const ROWS: Readonly<Record<string, Row>> = {
  apache: ['Apache configuration', '', () => import('@shikijs/langs/apache')],
  asm: ['Assembly', 'assembly nasm', () => import('@shikijs/langs/asm')],
  bash: ['Shell', 'sh shell shellscript zsh ksh', () => import('@shikijs/langs/bash')],
  bat: ['Batch', 'batch cmd', () => import('@shikijs/langs/bat')],
  c: ['C', 'h', () => import('@shikijs/langs/c')],
  clojure: ['Clojure', 'clj cljs edn', () => import('@shikijs/langs/clojure')],
  cmake: ['CMake', '', () => import('@shikijs/langs/cmake')],
  cpp: ['C++', 'c++ cc cxx hpp hxx', () => import('@shikijs/langs/cpp')],
  csharp: ['C#', 'c# cs', () => import('@shikijs/langs/csharp')],
  css: ['CSS', '', () => import('@shikijs/langs/css')],
  csv: ['CSV', '', () => import('@shikijs/langs/csv')],
  cypher: ['Cypher', '', () => import('@shikijs/langs/cypher')],
  dart: ['Dart', '', () => import('@shikijs/langs/dart')],
  diff: ['Diff', 'patch udiff', () => import('@shikijs/langs/diff')],
  docker: ['Dockerfile', 'dockerfile containerfile', () => import('@shikijs/langs/docker')],
  dotenv: ['Environment file', 'env', () => import('@shikijs/langs/dotenv')],
  elixir: ['Elixir', 'ex exs', () => import('@shikijs/langs/elixir')],
  erlang: ['Erlang', 'erl', () => import('@shikijs/langs/erlang')],
  fsharp: ['F#', 'f# fs fsx', () => import('@shikijs/langs/fsharp')],
  go: ['Go', 'golang', () => import('@shikijs/langs/go')],
  graphql: ['GraphQL', 'gql', () => import('@shikijs/langs/graphql')],
  groovy: ['Groovy', 'gradle', () => import('@shikijs/langs/groovy')],
  haskell: ['Haskell', 'hs', () => import('@shikijs/langs/haskell')],
  hcl: ['HCL', '', () => import('@shikijs/langs/hcl')],
  html: ['HTML', 'htm xhtml', () => import('@shikijs/langs/html')],
  http: ['HTTP', '', () => import('@shikijs/langs/http')],
  ini: ['INI', 'cfg conf properties', () => import('@shikijs/langs/ini')],
  java: ['Java', '', () => import('@shikijs/langs/java')],
  javascript: ['JavaScript', 'js mjs cjs node ecmascript', loadTsx],
  jinja: ['Jinja', 'jinja2', () => import('@shikijs/langs/jinja')],
  json: ['JSON', 'application/json geojson webmanifest', () => import('@shikijs/langs/json')],
  json5: ['JSON5', '', () => import('@shikijs/langs/json5')],
  jsonc: ['JSON with comments', '', () => import('@shikijs/langs/jsonc')],
  jsonl: ['JSON lines', 'ndjson', () => import('@shikijs/langs/jsonl')],
  jsx: ['JSX', '', loadTsx],
  julia: ['Julia', 'jl', () => import('@shikijs/langs/julia')],
  kotlin: ['Kotlin', 'kt kts', () => import('@shikijs/langs/kotlin')],
  latex: ['LaTeX', 'tex', () => import('@shikijs/langs/latex')],
  less: ['Less', '', () => import('@shikijs/langs/less')],
  log: ['Log', 'logs', () => import('@shikijs/langs/log')],
  lua: ['Lua', '', () => import('@shikijs/langs/lua')],
  makefile: ['Makefile', 'make mk', () => import('@shikijs/langs/makefile')],
  markdown: ['Markdown', 'md', () => import('@shikijs/langs/markdown')],
  matlab: ['MATLAB', '', () => import('@shikijs/langs/matlab')],
  mermaid: ['Mermaid', 'mmd', () => import('@shikijs/langs/mermaid')],
  nginx: ['nginx', '', () => import('@shikijs/langs/nginx')],
  nix: ['Nix', '', () => import('@shikijs/langs/nix')],
  'objective-c': ['Objective-C', 'objc objectivec', () => import('@shikijs/langs/objective-c')],
  ocaml: ['OCaml', 'ml', () => import('@shikijs/langs/ocaml')],
  perl: ['Perl', 'pl', () => import('@shikijs/langs/perl')],
  php: ['PHP', '', () => import('@shikijs/langs/php')],
  powershell: ['PowerShell', 'ps1 pwsh ps', () => import('@shikijs/langs/powershell')],
  prisma: ['Prisma', '', () => import('@shikijs/langs/prisma')],
  proto: ['Protocol buffers', 'protobuf', () => import('@shikijs/langs/proto')],
  python: ['Python', 'py python3 py3', () => import('@shikijs/langs/python')],
  r: ['R', '', () => import('@shikijs/langs/r')],
  ruby: ['Ruby', 'rb', () => import('@shikijs/langs/ruby')],
  rust: ['Rust', 'rs', () => import('@shikijs/langs/rust')],
  sass: ['Sass', '', () => import('@shikijs/langs/sass')],
  scala: ['Scala', 'sc', () => import('@shikijs/langs/scala')],
  scss: ['SCSS', '', () => import('@shikijs/langs/scss')],
  shellsession: ['Shell session', 'console terminal', () => import('@shikijs/langs/shellsession')],
  solidity: ['Solidity', 'sol', () => import('@shikijs/langs/solidity')],
  sparql: ['SPARQL', '', () => import('@shikijs/langs/sparql')],
  sql: ['SQL', 'mysql postgresql postgres psql sqlite tsql', () => import('@shikijs/langs/sql')],
  svelte: ['Svelte', '', () => import('@shikijs/langs/svelte')],
  swift: ['Swift', '', () => import('@shikijs/langs/swift')],
  terraform: ['Terraform', 'tf tfvars', () => import('@shikijs/langs/terraform')],
  toml: ['TOML', '', () => import('@shikijs/langs/toml')],
  tsx: ['TSX', '', loadTsx],
  typescript: ['TypeScript', 'ts mts cts', loadTsx],
  vue: ['Vue', '', () => import('@shikijs/langs/vue')],
  wasm: ['WebAssembly', 'wat wast', () => import('@shikijs/langs/wasm')],
  xml: ['XML', 'svg xsd rss atom plist', () => import('@shikijs/langs/xml')],
  yaml: ['YAML', 'yml', () => import('@shikijs/langs/yaml')],
  zig: ['Zig', '', () => import('@shikijs/langs/zig')],
};

const BY_NAME: ReadonlyMap<string, CodeLanguage> = new Map(
  Object.entries(ROWS).flatMap(([name, [title, otherNames, load]]) => {
    const language = { name, title, load };
    const names = otherNames === '' ? [name] : [name, ...otherNames.split(' ')];
    return names.map((key): [string, CodeLanguage] => [key, language]);
  }),
);

/** The language that a model or a fence means; null for an unknown one, which is displayed plain. Case does not count. */
export function codeLanguage(written: string | null): CodeLanguage | null {
  if (written === null || written.length > 40) return null;
  return BY_NAME.get(written.trim().toLowerCase()) ?? null;
}
