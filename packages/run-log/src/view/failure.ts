export { codeWords, cut, type Failure, failureOf, isSilent } from '@openwop-inspector/events';
