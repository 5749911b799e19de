/** Entry of the frame's script. The build puts it into `surface.html`, with the tokens and the style. */
import { openFrame, takeAwayFromFrame } from './open-frame.ts';

takeAwayFromFrame(window);
openFrame(window);
