import { useRenderServices } from '../contract/render-services.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { loadFacts } from './address-words.ts';
import type { LoadPlace } from './load-place.ts';
import { MediaGlyph } from './MediaGlyph.tsx';
import parts from './media-parts.module.css';

/** What a click on "Load once" would do. */
export function LoadFacts({ place }: { readonly place: LoadPlace }) {
  const services = useRenderServices();
  return (
    <dl className={parts.facts}>
      {loadFacts(place, services.place).map(({ name, value, isRisk }) => (
        <div key={name} className={parts.fact}>
          <dt>{name}</dt>
          <dd className={isRisk ? parts.risk : undefined}>
            {isRisk ? <MediaGlyph name="warning" size={12} /> : null}
            <VisibleText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
