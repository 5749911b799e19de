/** Entry of the frame's script. The build puts it into `surface.html`, with the tokens and the style. */
import { openFrame } from './open-frame.ts';
import { takeAwayFromFrame } from './take-away.ts';

takeAwayFromFrame(window);
openFrame(window);
