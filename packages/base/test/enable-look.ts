/** Set up for unit tests: every text is scanned for secrets first, as where the product reads logs. */
import { enableFastLook } from '../src/secrets/may-hold-secrets.ts';

enableFastLook();
