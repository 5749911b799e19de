import { version } from '../../../package.json';

/** Version of the application, as in the repository's package.json; put in when it is built. */
export const applicationVersion: string = version;
