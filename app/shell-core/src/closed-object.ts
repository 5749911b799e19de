export { hasExactly } from '@openwop-inspector/host-client/node';
