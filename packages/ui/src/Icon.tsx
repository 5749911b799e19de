import { classNames } from './class-names.ts';
import styles from './elements.module.css';
import { ICON_PATHS, type IconName, type IconShape } from './icon-paths.ts';

export interface IconProps {
  readonly name: IconName;
  /** Edge in CSS pixels; 14 in rows and buttons, 18 next to a title. */
  readonly size?: number;
  readonly className?: string | undefined;
  /** Only for an icon without text; next to a word it stays hidden from assistive technology. */
  readonly label?: string;
}

/** A line glyph in the colour of the text around it. */
export function Icon({ name, size = 14, className, label }: IconProps) {
  const shapes: readonly IconShape[] = ICON_PATHS[name];
  const naming = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden, or named by aria-label; a <title> would add a tooltip
    <svg
      className={classNames(styles.icon, className)}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      focusable="false"
      {...naming}
    >
      {shapes.map((shape) => (
        <path
          key={shape.d}
          d={shape.d}
          className={shape.fill ? styles.solid : undefined}
          strokeDasharray={shape.dash}
        />
      ))}
    </svg>
  );
}
