import { blockedApprovalStory } from './blocked-approval-story.ts';
import { clarificationStory } from './clarification-story.ts';
import { failedDraftStory } from './failed-draft-story.ts';
import { fanOutStory } from './fan-out-story.ts';
import { mediaStory } from './media-story.ts';
import { repairedTicketStory } from './repaired-ticket-story.ts';
import type { Story } from './story.ts';
import { truncatedSummaryStory } from './truncated-summary-story.ts';

/** All stories in the order of the start screen. The first is the one that opens by default. */
export const STORIES: readonly Story[] = [
  failedDraftStory,
  repairedTicketStory,
  truncatedSummaryStory,
  blockedApprovalStory,
  fanOutStory,
  clarificationStory,
  mediaStory,
];
