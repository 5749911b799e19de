/** The steps of the gate in their order (acceptor 5.1). */
export const GATE_STEP_IDS = ['applies', 'active-model', 'substitution', 'insufficient'] as const;

export type GateStepId = (typeof GATE_STEP_IDS)[number];

/** One condition of a step. */
export interface GateCondition {
  readonly name: string;
  readonly holds: boolean;
}

/** One row of the trace. All four are always there. */
export interface GateStep {
  /** 0 to 3, as in the table of the clause. */
  readonly number: number;
  readonly step: GateStepId;
  /** `passed`: run, and the next one had to decide. `not-reached`: an earlier one decided. */
  readonly verdict: 'passed' | 'decided' | 'not-reached';
  /** One line on what was seen. Empty for what was not reached. */
  readonly note: string;
  readonly conditions: readonly GateCondition[];
  readonly clause: string;
}

/** Finding of a step that was run. */
export interface StepFinding {
  readonly decides: boolean;
  readonly note: string;
  readonly conditions: readonly GateCondition[];
}

/** Returns the four rows: steps run in order until one decides. The last one always does. */
export function gateTrace(findings: readonly StepFinding[]): readonly GateStep[] {
  const deciding = findings.findIndex((finding) => finding.decides);
  return GATE_STEP_IDS.map((step, number) => {
    const finding = findings[number];
    const isReached = finding !== undefined && number <= deciding;
    return {
      number,
      step,
      verdict: !isReached ? 'not-reached' : number === deciding ? 'decided' : 'passed',
      note: isReached ? finding.note : '',
      conditions: isReached ? finding.conditions : [],
      clause: 'acceptor 5.1',
    };
  });
}
