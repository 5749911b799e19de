import { announce, copyText } from '@openwop-inspector/ui';
import { asCommand, asMarkdown, asVectorFile, type BenchCopy } from '../../model/bench-copies.ts';
import { changeContext, runBench } from '../../state/bench-actions.ts';
import { leaveBench, openTextFile } from '../../state/bench-open.ts';
import type { Bench } from '../../state/bench-store.ts';
import { saveText } from '../../state/save-actions.ts';
import { BenchHeader, type CopyForm } from './BenchHeader.tsx';

/** Container of the bench's header. */
export function BenchHead({ benchId, bench }: { readonly benchId: string; readonly bench: Bench }) {
  const { run, context } = bench;
  const envelopeType = run?.answer.lines[run.answer.at]?.type ?? null;
  return (
    <BenchHeader
      origin={bench.origin}
      text={bench.text}
      envelopeType={envelopeType}
      profile={context.profile ?? 'lenient'}
      canCopy={run !== null}
      onProfile={(profile) => changeContext(benchId, { profile })}
      onRun={() => void runBench(benchId)}
      onCopy={(form) => {
        if (run !== null) void take(form, { ...run, secrets: bench.secrets });
      }}
      onOpenFile={() => void openTextFile(benchId)}
      onLeave={() => leaveBench(benchId)}
      leaveWords={benchId === '' ? 'Close' : 'Back to the run'}
    />
  );
}

async function take(form: CopyForm, copy: BenchCopy): Promise<void> {
  const vector = () => asVectorFile(copy);
  if (form === 'save-vector')
    return saveText({ suggestedName: 'bench-vector.json', text: vector(), kind: 'json' });
  const text = form === 'vector' ? vector() : form === 'command' ? asCommand(copy) : asMarkdown(copy);
  const { kind } = await copyText(text);
  announce(kind === 'copied' ? 'Copied' : 'Copying was refused');
}
