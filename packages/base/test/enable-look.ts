/** Set up for unit tests: every text is scanned for secrets first, as where the product reads logs. */
import { enableFastLook } from '../src/secrets/fast-look.ts';

enableFastLook();
