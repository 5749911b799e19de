import type { Profile } from '../accept-context.ts';
import type { PipelineProfile } from './profile.ts';
import { referenceProfile } from './reference/reference.ts';
import { specifiedProfile } from './specified.ts';

/** The pipeline of a profile. */
export function profileOf(profile: Profile): PipelineProfile {
  return profile === 'reference' ? referenceProfile : specifiedProfile;
}
