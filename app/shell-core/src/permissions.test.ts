import { describe, expect, test } from 'vitest';
import { createPermissions, type RequestQuestion } from './permissions.ts';

const baseUrl = 'https://host.example/openwop';

/** The user who gives these answers, one after the other, and the questions to them. */
function person(...answers: readonly boolean[]) {
  const questions: RequestQuestion[] = [];
  const ask = async (question: RequestQuestion) => answers[questions.push(question) - 1] ?? false;
  return { questions, ask };
}

describe('with dialogs', () => {
  test('an origin is confirmed once, whatever its path; a no is not remembered', async () => {
    const { questions, ask } = person(false, true);
    const { permit } = createPermissions(ask, []);
    expect(await permit(baseUrl)).toBe(false);
    expect(await permit(baseUrl)).toBe(true);
    expect(await permit('https://host.example/other')).toBe(true);
    expect(questions).toEqual(
      Array(2).fill({
        origin: 'https://host.example',
        isNewOrigin: true,
        variable: null,
        isVariableNamed: false,
      }),
    );
  });

  test.each([
    'http://host.example',
    'https://host.example:8443',
    'https://host.example.evil',
    'https://sub.host.example',
  ])('%s is another origin than the one that was allowed', async (other) => {
    const { ask } = person(true, false);
    const { permit } = createPermissions(ask, []);
    await permit(baseUrl);
    expect(await permit(other)).toBe(false);
  });

  test('a variable is confirmed for each host, also where the origin is allowed', async () => {
    const { questions, ask } = person(true, true, false);
    const { permit, mayRead, whyNotRead } = createPermissions(ask, ['NAMED']);
    await permit(baseUrl);
    expect(mayRead('NAMED', baseUrl)).toBe(false);
    expect(whyNotRead('NAMED', baseUrl)).toBe('NAMED is read only after a confirmation.');
    expect(await permit(baseUrl, 'NAMED')).toBe(true);
    expect(await permit(baseUrl, 'NAMED')).toBe(true);
    expect(await permit('https://host.example/other', 'NAMED')).toBe(false);
    expect([mayRead('NAMED', baseUrl), whyNotRead('NAMED', baseUrl)]).toEqual([true, null]);
    expect([mayRead('PATH', baseUrl), mayRead('NAMED', 'https://host.example/other')]).toEqual([
      false,
      false,
    ]);
    expect(
      questions.map(({ isNewOrigin, variable, isVariableNamed }) => [isNewOrigin, variable, isVariableNamed]),
    ).toEqual([
      [true, null, false],
      [false, 'NAMED', true],
      [false, 'NAMED', true],
    ]);
  });

  test('one question covers a new origin and its variable', async () => {
    const { questions, ask } = person(true);
    const { permit, mayRead } = createPermissions(ask, []);
    expect(await permit(baseUrl, 'A_TOKEN')).toBe(true);
    expect([mayRead('A_TOKEN', baseUrl), questions.length]).toEqual([true, 1]);
  });

  test('while a question is open the same one waits with it, and any other is refused', async () => {
    let answer: (isAllowed: boolean) => void = () => undefined;
    let count = 0;
    const { permit } = createPermissions(() => {
      count++;
      return new Promise((decide) => {
        answer = decide;
      });
    }, []);
    const [first, same] = [permit(baseUrl), permit(baseUrl)];
    expect(await permit('https://other.example')).toBe(false);
    expect(await permit(baseUrl, 'A_TOKEN')).toBe(false);
    answer(true);
    expect([await first, await same, count]).toEqual([true, true, 1]);
  });
});

describe('without dialogs', () => {
  test('origins are left to the page, and only variables that were named are read', async () => {
    const { permit, mayRead, refusalOf, whyNotRead } = createPermissions(null, ['NAMED']);
    expect(await permit(baseUrl, 'PATH')).toBe(true);
    expect([mayRead('NAMED', baseUrl), mayRead('PATH', baseUrl)]).toEqual([true, false]);
    expect([refusalOf('NAMED'), whyNotRead('NAMED', baseUrl)]).toEqual([null, null]);
    const words = 'PATH was not named at the start, so it is not read. Start with --token-env PATH.';
    expect([refusalOf('PATH'), whyNotRead('PATH', baseUrl)]).toEqual([words, words]);
  });
});
