export {
  brief,
  countText,
  durationText,
  Fields,
  joined,
  pluralText as plural,
  shortId,
  shown,
} from '@openwop-inspector/events';
