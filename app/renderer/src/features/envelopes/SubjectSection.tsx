import { displayText, RenderedSubject, type RenderedSubjectProps } from '@openwop-inspector/renderers';

/**
 * One subject below a heading for screen readers: headings in content begin at the fourth level, and the levels above
 * must not be skipped (envelope 7.2).
 */
export function SubjectSection(props: RenderedSubjectProps) {
  const { type } = props.subject;
  return (
    <div>
      <h3 className="visually-hidden">{type === '' ? 'Envelope without a type' : displayText(type)}</h3>
      <RenderedSubject {...props} />
    </div>
  );
}
