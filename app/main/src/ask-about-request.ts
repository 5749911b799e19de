import type { AskAboutRequest, RequestQuestion } from '@openwop-inspector/shell-core';
import type { MessageBoxOptions } from 'electron';
import { describeLink } from './describe-link.ts';

/** A dialog of the system; `response` is the place of the button that was pressed. */
type ShowQuestion = (options: MessageBoxOptions) => Promise<{ readonly response: number }>;

const buttons = ['Allow', 'Cancel'];

/**
 * Asks by the system's own dialog, which no page can press: before the first request to an origin, and before a variable
 * of the environment is read and sent. Enter and Escape are a no.
 */
export function createRequestDoor(show: ShowQuestion): AskAboutRequest {
  return async (question) => {
    const { response } = await show(words(question));
    return response === buttons.indexOf('Allow');
  };
}

function words({ origin, isNewOrigin, variable, isVariableNamed }: RequestQuestion): MessageBoxOptions {
  const cancelId = buttons.indexOf('Cancel');
  return {
    type: 'question',
    title: isNewOrigin ? 'First request to a host' : 'Environment variable as a token',
    message: isNewOrigin
      ? 'Allow requests to this host?'
      : 'Allow this environment variable to be read and sent to this host?',
    detail: [
      ...(describeLink(origin)?.lines ?? [origin]),
      '',
      ...(isNewOrigin ? ['Nothing was asked of it since the application started.'] : []),
      ...(variable === null ? [] : variableLines(variable, isVariableNamed)),
      'The answer holds until the application ends.',
    ].join('\n'),
    buttons: [...buttons],
    defaultId: cancelId,
    cancelId,
    noLink: true,
    normalizeAccessKeys: false,
  };
}

function variableLines(variable: string, isNamed: boolean): readonly string[] {
  return [
    `The value of the environment variable ${variable} is sent to it as the token.`,
    isNamed
      ? 'The variable was named when the application was started.'
      : 'The variable was not named when the application was started: it was chosen in the window.',
  ];
}
