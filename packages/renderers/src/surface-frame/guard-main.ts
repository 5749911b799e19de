/** Entry of `guard.js`, the first script of the window. A classic script: modules run after the packages they import. */
import { guardConnections } from './guard-connections.ts';

guardConnections(window);
