import { formatCount } from '@openwop-inspector/base';
import { layout, SearchField } from '@openwop-inspector/ui';
import hostsStyles from './Hosts.module.css';

export interface FindFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly found: number;
  readonly all: number;
}

/** Filters a long list by typed text, and counts the matches. */
export function FindField({ label, text, onText, found, all }: FindFieldProps) {
  return (
    <div className={layout('bar gap8', hostsStyles.find)}>
      <SearchField type="search" label={label} placeholder={label} value={text} onChange={onText} />
      <span role="status">
        {found === all ? formatCount(all) : `${formatCount(found)} of ${formatCount(all)}`}
      </span>
    </div>
  );
}
