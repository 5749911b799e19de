/**
 * Set up for the tests of this room and of `base` once more: every source is read by the fast scanner, however small, and
 * every text is looked at in WebAssembly first.
 */
import { enableFastLook } from '@openwop-inspector/base';
import { setUsualScanner } from '../src/read/read-source.ts';

setUsualScanner('fast');
enableFastLook();
