/** The primitives of packages/ui, each in its states. */

import { masker } from '@openwop-inspector/base';
import {
  Badge,
  Button,
  CopyButton,
  EmptyState,
  Fact,
  Facts,
  ICON_PATHS,
  Icon,
  IconButton,
  type IconName,
  Kbd,
  layout,
  MenuButton,
  Meter,
  Pending,
  SearchField,
  Segmented,
  TableHead,
  Tabs,
  tones,
  VirtualRows,
} from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';
import { type Family, family, type Story } from './story.ts';

const story = (name: string, title: string, element: () => ReactNode): Story => ({
  name,
  title,
  show: () => ({ kind: 'element', element: element() }),
});
const nothing = (): void => undefined;
const ICONS = Object.keys(ICON_PATHS) as readonly IconName[];
const CHOICES = [
  { value: 'one', label: 'First', icon: 'events', count: '219' },
  { value: 'two', label: 'Second' },
] as const;

function Row({ children }: { readonly children: ReactNode }) {
  return <p className={layout('row wrap gap12')}>{children}</p>;
}

function SearchStory({ text, isWrong = false }: { readonly text: string; readonly isWrong?: boolean }) {
  const [value, setValue] = useState(text);
  return (
    <SearchField
      label="Filter"
      placeholder="Words, or field:value"
      value={value}
      onChange={setValue}
      isWrong={isWrong}
      aria-invalid={isWrong}
      count={value === '' ? null : '12 of 219'}
      end={value === '' ? <Kbd keys={['/']} isHint /> : null}
    />
  );
}

function ListStory({ kind, count }: { readonly kind: 'listbox' | 'tree'; readonly count: number }) {
  const [active, setActive] = useState<number | null>(count > 1 ? 1 : null);
  return (
    <div style={{ height: 220 }}>
      <VirtualRows
        label="Rows"
        kind={kind}
        count={count}
        activeIndex={active}
        handlers={{ onMove: setActive }}
        rowAttributes={(index) => (kind === 'tree' ? { level: (index % 3) + 1 } : {})}
        renderRow={(index) => (
          <span style={{ paddingInlineStart: kind === 'tree' ? 12 + (index % 3) * 16 : 12 }}>
            row {index + 1}
          </span>
        )}
      />
    </div>
  );
}

function ChoiceStory({ isTabs }: { readonly isTabs: boolean }) {
  const [value, setValue] = useState<'one' | 'two'>('one');
  if (!isTabs) return <Segmented label="Choice" choices={CHOICES} value={value} onChange={setValue} />;
  const tabs = CHOICES.map(({ value: tab, label }) => ({ value: tab, label, panel: <p>{label} panel</p> }));
  return <Tabs label="Parts" tabs={tabs} value={value} onChange={setValue} end="#216" />;
}

const pressed = family('ui-pressed', 'What is pressed', [
  story('normal', 'Buttons', () => (
    <>
      <Row>
        {(['plain', 'primary', 'quiet', 'link'] as const).map((look) => (
          <Button key={look} look={look} icon="copy" onPress={nothing} keys={['c']}>
            {look}
          </Button>
        ))}
      </Row>
      <Row>
        <Button small onPress={nothing}>
          small
        </Button>
        <Button isDisabled onPress={nothing}>
          disabled
        </Button>
        <IconButton icon="close" label="Close" onPress={nothing} />
        <CopyButton label="Copy path" text={masker.text('/payload/title')} />
      </Row>
    </>
  )),
  story('menu', 'A button with a menu', () => (
    <MenuButton
      onAction={nothing}
      entries={[
        { id: 'one', title: 'Something', icon: 'copy' },
        { id: 'two', title: 'At rest', icon: 'stop', note: 'the run has ended', isDisabled: true },
      ]}
    >
      Run
    </MenuButton>
  )),
  story('segmented', 'One of a few', () => <ChoiceStory isTabs={false} />),
  story('tabs', 'Tabs', () => <ChoiceStory isTabs />),
  story('search-empty', 'A search field, empty', () => <SearchStory text="" />),
  story('search', 'A search field that narrows', () => <SearchStory text="node:draft" />),
  story('search-wrong', 'A search field that is not understood', () => <SearchStory text="nod:" isWrong />),
  story('field', 'A field', () => (
    <label className={layout.field}>
      <span>Name</span>
      <input defaultValue="draft" />
      <small>As the run calls it.</small>
    </label>
  )),
]);

const read = family('ui-read', 'What is read', [
  story('normal', 'Badges', () => (
    <Row>
      {(['error', 'warning', 'note', 'ok', 'untrusted', 'plain'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <Badge tone="warning" icon="truncated">
        Truncated
      </Badge>
    </Row>
  )),
  story('tones', 'Tones of words', () => (
    <Row>
      {(['error', 'warning', 'note', 'ok', 'running', 'unknown'] as const).map((tone) => (
        <span key={tone} className={tones[tone]}>
          {tone}
        </span>
      ))}
    </Row>
  )),
  story('icons', 'All glyphs', () => (
    <Row>
      {ICONS.map((name) => (
        <Icon key={name} name={name} label={name} size={18} />
      ))}
    </Row>
  )),
  story('keys', 'Keys', () => <Kbd keys={['Ctrl', 'Shift', '↵']} />),
  story('facts', 'Facts', () => (
    <Facts>
      <Fact name="node">draft</Fact>
      <Fact name="correlationId">
        <code>prd-5f2c:draft:3:9c41</code>
      </Fact>
    </Facts>
  )),
  story('table', 'A table with a head', () => (
    <table className={layout.table}>
      <TableHead names={['budget', 'used']} />
      <tbody>
        <tr>
          <th scope="row">attempts</th>
          <td>2 of 3</td>
        </tr>
      </tbody>
    </table>
  )),
  story('meter', 'Meters: empty, in part, low, full, not known', () => (
    <>
      <p>Used: 0, 40, 80, 100 per cent, and not known</p>
      <Meter share={0} />
      <Meter share={0.4} tone="accent" />
      <Meter share={0.8} tone="warning" />
      <Meter share={1} tone="error" />
      <Meter share={null} />
    </>
  )),
  story('empty', 'Nothing to show', () => (
    <EmptyState title="No event matches the filter" actions={<Button onPress={nothing}>Show all</Button>}>
      The filter leaves out all 219.
    </EmptyState>
  )),
  story('pending', 'Waiting', () => <Pending>Reading the notices</Pending>),
  story('list', 'A list', () => <ListStory kind="listbox" count={200} />),
  story('list-huge', 'A list of five million rows', () => <ListStory kind="listbox" count={5_000_000} />),
  story('tree', 'A tree', () => <ListStory kind="tree" count={60} />),
]);

/** Separate from the families of renderers, which have other states. */
export const primitives: readonly Family[] = [pressed, read];
