import { masker, valueAt } from '@openwop-inspector/base';
import {
  type ContentProblem,
  type ContentSource,
  type LoadedContent,
  RenderedSubject,
  type RenderServices,
  RenderServicesProvider,
  valueSource,
} from '@openwop-inspector/renderers';
import { layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { decodeBase64 } from '../worker/subjects.ts';
import type { GalleryItem } from './gallery-place.ts';
import { checkeredPng, toneWav } from './material/made-media.ts';
import type { RenderedStory } from './story.ts';

export interface StageProps {
  readonly item: GalleryItem;
  /** Called with the action that the window would have done. */
  readonly onTell: (words: string) => void;
}

/** One story, rendered as in the window. */
export function Stage({ item, onTell }: StageProps) {
  const { family, story, address } = item;
  const displayed = useMemo(() => story.show(address), [story, address]);
  const services = useMemo(() => galleryServices(displayed, onTell), [displayed, onTell]);
  return (
    <>
      <div className={layout('flex baseline gap12 padBottom12')}>
        <h2 className={layout.title}>{family.title}</h2>
        <h3 className={layout.words}>{story.title}</h3>
      </div>
      <div className={layout.max880}>
        <RenderServicesProvider value={services}>
          {displayed.kind === 'subject' ? <RenderedSubject subject={displayed.subject} /> : displayed.element}
        </RenderServicesProvider>
      </div>
    </>
  );
}

/** Maximum length of a text that a content source returns, in UTF-16 units. */
const longestText = 8 * 1024 * 1024;

/** Services around one story. Nothing leaves: content comes from the story; `tell` reports what would have happened. */
function galleryServices(displayed: RenderedStory, tell: (words: string) => void): RenderServices {
  return {
    surfaceFrameUrl: './surface.html',
    place: { hostName: 'host.example', runId: 'run-7', sendsCredentials: false },
    content: contentOf(displayed.kind === 'subject' ? displayed.document : null),
    copyText: async (_text, what) => tell(`${what} copied.`),
    openLink: async (address) => tell(`Would open ${address} after a question.`),
    loadOnce: async (address) => loaded(address),
    saveAs: async (name) => {
      tell(`Would save ${name}.`);
      return { kind: 'saved', name };
    },
  };
}

/** Characters decoded between two frames, as there is no worker here. A multiple of four. */
const slice = 128 * 1024;

function contentOf(document: unknown): ContentSource {
  const source = valueSource(document);
  return {
    async bytes(_subject, pointer) {
      const text = stringAt(document, pointer);
      return text === null ? missing : decodeBase64(text, slice);
    },
    async text(_subject, pointer) {
      const text = stringAt(document, pointer);
      if (text === null) return missing;
      return {
        kind: 'text',
        text: masker.text(text.slice(0, longestText)),
        truncated: text.length > longestText,
      };
    },
    tree: () => source,
  };
}

const missing: ContentProblem = { kind: 'problem', message: 'The story holds no such content.' };

function stringAt(document: unknown, pointer: string): string | null {
  const value = valueAt(document, pointer);
  return typeof value === 'string' ? value : null;
}

/** Replaces every host: a picture or a tone by the extension of the address, and a host that does not respond. */
function loaded(address: string): LoadedContent | ContentProblem {
  if (address.includes('gone')) {
    return { kind: 'problem', message: 'assets.host.example answered with the status 404.' };
  }
  return address.endsWith('.wav')
    ? { kind: 'bytes', bytes: toneWav(2), declaredType: 'audio/wav' }
    : { kind: 'bytes', bytes: checkeredPng(320, 200), declaredType: 'image/png' };
}
