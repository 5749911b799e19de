import { addTo, countOf, formatCount, isLongerThan, parsedJson } from '@openwop-inspector/base';
import { Button, ControlButton, Icon, type IconName, layout } from '@openwop-inspector/ui';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import { hintRenderer } from '../contract/renderer.ts';
import { ScrollGroup, SearchBar } from '../parts/elements.tsx';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './code.module.css';
import { CodeLine, CodeLines, lineNumberWidth, useLineGates } from './highlight/CodeLine.tsx';
import { type CodeLanguage, codeLanguage } from './highlight/languages.ts';
import {
  type ColoursByLine,
  type LineMark,
  type TextLines,
  textLines,
  useLineColours,
} from './highlight/text-lines.ts';

/** Above this only the first lines are displayed until all are requested. */
const FOLD_LINES = 200;
/** Above this only the visible lines are rendered. */
const WINDOW_LINES = 2_000;
/** Above this, in UTF-8 bytes, code is plain. */
const MAX_COLOURED = 1_000_000;
/** Above this the rest is left to "Copy", in UTF-16 units and in lines: a browser cannot make a taller page. */
const MAX_UNITS = 8 * 1024 * 1024;
const MAX_LINES = 500_000;

/** Enough to walk through by hand, and to draw. */
export const MAX_MATCHES = 10_000;

/** Above this size, in UTF-16 units, JSON is detected by its ends alone. */
const MAX_PARSED = 65_536;

const SIGNS: readonly (readonly [language: string, sign: RegExp])[] = [
  ['xml', /^\s*<\?xml\s/],
  ['html', /^\s*<(!doctype html|html)[\s>]/i],
  ['xml', /^\s*<svg[\s>]/i],
  ['bash', /^#!.{1,60}\b(bash|sh|zsh)\b/],
  ['python', /^#!.{1,60}\bpython/],
  ['javascript', /^#!.{1,60}\b(node|deno|bun)\b/],
  ['diff', /^(diff --git |--- \S.*\n\+\+\+ \S)/],
  ['yaml', /^(%YAML |---\s*\n\s*[\w"'-]+\s*:)/],
  ['http', /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+ HTTP\/[\d.]+\r?\n/],
  ['sql', /^\s*(select\s[\s\S]{1,400}?\sfrom\s|insert\s+into\s|create\s+(table|view|index)\s)/i],
  ['python', /^(from \w[\w.]* import |import \w[\w.]*\n|def \w+\(.*\)( -> .*)?:\n|class \w+(\(.*\))?:\n)/],
  ['go', /^package \w+\r?\n/],
  ['php', /^<\?php\s/],
];

interface CodeViewProps {
  readonly text: string;
  /** Language as written, any name of it; null leaves the text plain. It chooses colours and nothing else. */
  readonly lang: string | null;
  /** Replaces the word "Code" in the head. */
  readonly title?: string | null;
}

/**
 * Code with line numbers, colours, search, wrapping and copying; long code is folded, and of longer code only the
 * visible lines are rendered. Colours come after the text, in slices. Needs `RenderServicesProvider` around it.
 */
export function CodeView({ text, lang, title = null }: CodeViewProps) {
  const services = useRenderServices();
  const { lines, isColoured, isCut } = useMemo(() => visibleCode(text), [text]);
  const written = codeLanguage(lang);
  const hint = useMemo(() => (written === null ? codeLanguage(looksLike(text)) : null), [written, text]);
  const [followsHint, setFollowsHint] = useState(false);
  const language = written ?? (followsHint ? hint : null);
  const colours = useLineColours(lines, isColoured ? language : null);
  const [isWhole, setIsWhole] = useState(lines.count <= FOLD_LINES);
  const [isWrapped, setIsWrapped] = useState(false);
  const search = useCodeSearch(lines.text);
  const { matches, at } = search;
  const marks = useMemo(() => marksByLine(lines, matches, at), [lines, matches, at]);
  const match = matches[at];
  const matchLine = match === undefined ? null : lines.lineOf(match.start);
  // Scrolls to the match.
  useEffect(() => {
    if (matchLine !== null && matchLine >= FOLD_LINES) setIsWhole(true);
  }, [matchLine]);
  const name = title ?? 'Code';

  return (
    <div className={layout('crops card')}>
      <CodeHead title={name} lang={lang} language={language} lineCount={lines.count}>
        <Tool label="Search in code" icon="search" isOn={search.isOpen} onPress={search.toggle} />
        <Tool label="Wrap lines" icon="wrap" isOn={isWrapped} onPress={() => setIsWrapped(!isWrapped)} />
        <Tool label="Copy code" icon="copy" onPress={() => void services.copyText(text, 'Code')} />
      </CodeHead>
      {search.isOpen && (
        <div className={layout('row wrap ruled ground aside gap4x8 pad4x12')}>
          <SearchBar {...search.bar} />
        </div>
      )}
      <CodeNotes
        hint={followsHint ? null : hint}
        isColoured={isColoured}
        isCut={isCut}
        onFollow={() => setFollowsHint(true)}
      />
      <CodeBody
        label={name}
        lines={lines}
        colours={colours}
        marks={marks}
        matchLine={matchLine}
        match={at}
        isWhole={isWhole}
        isWrapped={isWrapped}
        onWhole={() => setIsWhole(true)}
      />
    </div>
  );
}

interface CodeNotesProps {
  /** Detected language, when none is given. */
  readonly hint: CodeLanguage | null;
  readonly isColoured: boolean;
  readonly isCut: boolean;
  readonly onFollow: () => void;
}

/** Why the code is displayed as it is, where that needs words. */
function CodeNotes({ hint, isColoured, isCut, onFollow }: CodeNotesProps) {
  const offersHint = hint !== null && isColoured;
  if (!offersHint && isColoured && !isCut) return null;
  return (
    <div className={layout('row wrap ruled ground aside gap4x8 pad4x12')}>
      {offersHint && (
        <p>
          Looks like {hint.title}.{' '}
          <Button small onPress={onFollow}>
            Highlight as {hint.title}
          </Button>
        </p>
      )}
      {!isColoured && <p>Plain text: code above 1 MB is not coloured.</p>}
      {isCut && <p>Only the beginning is displayed here. Copy takes all of it.</p>}
    </div>
  );
}

/** Name of a language, or null when nothing is sure enough to be said. Looks at the beginning of the text. */
export function looksLike(text: string): string | null {
  if (isJson(text)) return 'json';
  const head = text.slice(0, 1_000);
  return SIGNS.find(([, sign]) => sign.test(head))?.[0] ?? null;
}

function isJson(text: string): boolean {
  const first = /^\s*([[{])/.exec(text.slice(0, 200))?.[1];
  if (first === undefined) return false;
  if (text.length > MAX_PARSED) return text.trimEnd().endsWith(first === '{' ? '}' : ']');
  return parsedJson(text) !== undefined;
}

/** The search of one text: open or not, what is wanted, and the match the person is at. The field has the focus as it opens. */
function useCodeSearch(text: string) {
  const [isOpen, setIsOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const [place, setPlace] = useState(0);
  const found = useMemo(() => findInCode(text, isOpen ? wanted : ''), [text, wanted, isOpen]);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  const count = found.matches.length;
  const at = count === 0 ? -1 : place % count;
  const toggle = () => setIsOpen(!isOpen);
  const bar = {
    field,
    label: 'Search in code',
    text: wanted,
    found: { count, at, isCut: found.isCut },
    onText: (next: string) => {
      setWanted(next);
      setPlace(0);
    },
    onStep: (by: 1 | -1) => setPlace((old) => (count === 0 ? 0 : (old + by + count) % count)),
    // Esc closes it.
    onEscape: toggle,
  };
  return { isOpen, toggle, matches: found.matches, at, bar };
}

/** A match, in UTF-16 units of the text. */
interface CodeMatch {
  readonly start: number;
  readonly end: number;
}

/** Finds the words as they are, upper and lower case alike; `isCut`: there are more. One pass over the text. */
export function findInCode(text: string, wanted: string) {
  const words = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const matches: CodeMatch[] = [];
  if (wanted === '') return { matches, isCut: false };
  for (const { 0: found, index } of text.matchAll(words)) {
    if (matches.length === MAX_MATCHES) return { matches, isCut: true };
    matches.push({ start: index, end: index + found.length });
  }
  return { matches, isCut: false };
}

/** The matches as marks of their lines. A match never goes over the end of a line: the field has one line. */
export function marksByLine(
  lines: TextLines,
  matches: readonly CodeMatch[],
  current: number,
): ReadonlyMap<number, readonly LineMark[]> {
  const marks = new Map<number, LineMark[]>();
  matches.forEach(({ start, end }, at) => {
    const line = lines.lineOf(start);
    const from = lines.start(line);
    const mark = { start: start - from, end: end - from, isCurrent: at === current };
    addTo(marks, line, mark);
  });
  return marks;
}

interface CodeHeadProps {
  readonly title: string;
  readonly lang: string | null;
  readonly language: CodeLanguage | null;
  readonly lineCount: number;
  /** The tools. */
  readonly children: ReactNode;
}

/** What the code is, and the tools for it. */
function CodeHead({ title, lang, language, lineCount, children }: CodeHeadProps) {
  return (
    <div className={layout('row min28 ruled ground aside gap6 pad2x4x2x10')}>
      <Icon name="tool" />
      <VisibleText as="b" className={layout('shrinks clip bold primary least4ch')} text={title} />
      <span className={layout('grow clip third')}>
        {language?.title ?? (lang === null ? 'no language given' : <VisibleText text={lang.slice(0, 60)} />)}
        {language === null && lang !== null && ', displayed plain'}
        {' · '}
        {countOf(lineCount, 'line')}
      </span>
      {children}
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: IconName;
  /** Only of a tool that is on or off. */
  readonly isOn?: boolean;
  readonly onPress: () => void;
}

/** A button in the head of a code. */
function Tool({ label, icon, isOn, onPress }: ToolProps) {
  return (
    <ControlButton look="icon" aria-label={label} aria-pressed={isOn} title={label} onClick={onPress}>
      <Icon name={icon} />
    </ControlButton>
  );
}

interface CodeBodyProps {
  readonly label: string;
  readonly lines: TextLines;
  readonly colours: ColoursByLine;
  readonly marks: ReadonlyMap<number, readonly LineMark[]>;
  /** Line and index of the current match. */
  readonly matchLine: number | null;
  readonly match: number;
  readonly isWhole: boolean;
  readonly isWrapped: boolean;
  readonly onWhole: () => void;
}

/** The lines: the first ones, all of them, or the visible ones. */
function CodeBody(props: CodeBodyProps) {
  const { label, lines, isWhole, isWrapped } = props;
  const box = useRef<HTMLDivElement>(null);
  const isWindowed = isWhole && lines.count > WINDOW_LINES;
  const { matchLine, match } = props;
  // Brings the current match into sight; the window of a long text does it by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: two matches in one line are two places to go to
  useEffect(() => {
    if (matchLine === null || isWindowed) return;
    const place = box.current?.querySelector('mark[data-current]');
    place?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [matchLine, match, isWhole, isWindowed]);
  return (
    <>
      <ScrollGroup
        ref={box}
        className={layout('selectable scrolls focusInside', styles.body)}
        style={lineNumberWidth(lines)}
        aria-label={`Lines of ${label}`}
        data-wrapped={isWrapped || undefined}
        data-windowed={isWindowed || undefined}
      >
        {isWindowed ? (
          <CodeWindow {...props} box={box} />
        ) : (
          <CodeLines
            lines={lines}
            limit={isWhole ? lines.count : FOLD_LINES}
            colours={props.colours}
            marks={props.marks}
          />
        )}
      </ScrollGroup>
      {!isWhole && (
        <div className={layout('row wrap ground aside gap4x8 topRuled pad4x12')}>
          <Button small onPress={props.onWhole}>
            Show all {formatCount(lines.count)} lines
          </Button>
          <span>The first {FOLD_LINES} are displayed</span>
        </div>
      )}
    </>
  );
}

/** Height of a line that does not wrap, in pixels: the line height of `--type-code`. */
const LINE_HEIGHT = 18;

/** Lines of a long text: only the visible ones are in the document. Wrapped lines are measured. */
function CodeWindow(props: CodeBodyProps & { readonly box: RefObject<HTMLElement | null> }) {
  const { lines, colours, marks, matchLine, match, isWrapped, box } = props;
  const { gateOf, onMore } = useLineGates(lines, marks);
  const virtual = useVirtualizer({
    count: lines.count,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: two matches in one line are two places to go to
  useEffect(() => {
    if (matchLine !== null) virtual.scrollToIndex(matchLine, { align: 'center' });
  }, [virtual, matchLine, match]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights change with wrapping and with nothing else
  useEffect(() => virtual.measure(), [virtual, isWrapped]);

  return (
    <div className={layout('relative contained')} style={{ height: virtual.getTotalSize() }}>
      <div
        className={layout('absolute acrossTop')}
        style={{ transform: `translateY(${virtual.getVirtualItems()[0]?.start ?? 0}px)` }}
      >
        {virtual.getVirtualItems().map(({ index }) => (
          <div key={index} data-index={index} ref={isWrapped ? virtual.measureElement : undefined}>
            <CodeLine
              number={index + 1}
              text={lines.line(index)}
              limit={gateOf(index)}
              colours={colours[index]}
              marks={marks.get(index)}
              onMore={onMore}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

/** A code as far as it is displayed. */
function visibleCode(text: string) {
  const lines = textLines(text.slice(0, MAX_UNITS));
  const isLong = lines.count > MAX_LINES;
  return {
    lines: isLong ? textLines(text.slice(0, lines.start(MAX_LINES))) : lines,
    isColoured: !isLongerThan(text, MAX_COLOURED),
    isCut: isLong || text.length > MAX_UNITS,
  };
}

// Code: the text of the payload in the colours of its language (envelope 2.2, security S-06).

/** Another subject starts with its own folds and its own search. */
export const codeRenderer = hintRenderer<CodeViewProps>({
  name: 'code',
  title: 'Code',
  read: ({ rendering: { text, lang, title } }) =>
    text === null ? null : { ok: true, view: { text, lang, title } },
  Show: ({ view, subject }) => (
    <div className={layout.pad8x16}>
      <CodeView key={subject.key} {...view} />
    </div>
  ),
});
