/** The sample runs as stories told in code, and the steps of which the generator of `bench` makes longer runs. */
export { type ContentTrust, type EventDoc, type EventSink, TERMINAL_TYPES } from './run/event-doc.ts';
export { brokenRules } from './run/log-rules.ts';
export { Prng } from './run/prng.ts';
export { Clock, RunRecorder } from './run/run-recorder.ts';
export {
  callTool,
  closeInvocation,
  decide,
  decideNext,
  openInvocation,
  reasonAloud,
} from './steps/agent-steps.ts';
export { chainPhase, dispatchChild } from './steps/child-steps.ts';
export {
  acceptEnvelope,
  breachCap,
  correlationId,
  exhaustRetries,
  recoverEnvelope,
  retryEnvelope,
  showSurface,
  truncateEnvelope,
} from './steps/envelope-steps.ts';
export { composePrompt, type ModelName, streamOutput, useProvider } from './steps/model-steps.ts';
export type { NodeScope } from './steps/node-scope.ts';
export { answerPerson, askPerson, decideApproval, requestApproval } from './steps/person-steps.ts';
export {
  appendLog,
  changeVariable,
  completeNode,
  completeRun,
  createArtifact,
  failNode,
  failRun,
  rememberRun,
  retryNode,
  startNode,
  startRun,
  writeChannel,
} from './steps/run-steps.ts';
export type { SampleShape } from './story.ts';
export { STORIES, type ToldStory, tellAll } from './tell-story.ts';
