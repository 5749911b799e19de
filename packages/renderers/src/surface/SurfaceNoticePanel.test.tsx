// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { surfaceModel } from '../model/a2ui/surface-model.ts';
import { SurfaceNoticePanel } from './SurfaceNoticePanel.tsx';

afterEach(cleanup);

test('a component that is none of the ten is named at its place (envelope 7.7)', () => {
  const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
  const components = [{ id: 'root', component: 'Image', url: 'https://attacker.example/' }];
  const messages = [{ version: 'v0.9', updateComponents: { surfaceId: 's', components } }];
  const payload = { version: 'v0.9', catalogId, surfaceId: 's', messages };
  const model = surfaceModel({ payload });
  if (model.kind !== 'notice') throw new Error('it is drawn');
  const { container } = render(<SurfaceNoticePanel notice={model.notice} payload={payload} />);
  expect(container.textContent).toContain('/components/0 has none of the allowed forms: Image');
});

test.each([
  ['a tree without components', { catalogVersion: '0.9.1' }, true],
  ['messages of schemaVersion 2', { version: 'v0.9', surfaceId: 's', messages: [] }, false],
])(
  '%s: faults by the catalogue of the tree are those of a tree alone (envelope 7.7)',
  (_what, payload, hasFaults) => {
    const model = surfaceModel({ payload });
    if (model.kind !== 'notice') throw new Error('it is drawn');
    const { container } = render(<SurfaceNoticePanel notice={model.notice} payload={payload} />);
    expect(container.textContent).toContain('The surface is withheld');
    expect(container.textContent?.includes('There is no surface object.')).toBe(hasFaults);
    expect(container.textContent?.includes('The seven components of 0.9.1')).toBe(hasFaults);
  },
);
