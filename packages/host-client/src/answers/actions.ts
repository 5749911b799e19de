import type { HostError } from './host-error.ts';

/** An interrupt that the host says is open. Its token stays in the shell; `tokenRef` represents it. */
export interface OpenHostInterrupt {
  readonly interruptId: string | null;
  readonly nodeId: string | null;
  /** As on the wire: `approval`, `clarification`, `external-event`, `custom` … */
  readonly kind: string;
  readonly tokenRef: string | null;
  /** What is requested, masked: questions of a clarification, actions and artifact of an approval. */
  readonly data: unknown;
  readonly resumeSchema: unknown;
  readonly createdAt: string | null;
  readonly expiresAt: string | null;
}

/**
 * Where a value of an action comes from: typed or chosen by the person, entered into a surface that an agent made, or
 * taken over from recorded content.
 */
export type ValueOrigin = 'person' | 'surface' | 'content';

/** What the user may do with a run (bundles-and-transport.md sections 5, 8, 9, 10). */
export type RunAction =
  | {
      readonly kind: 'resolve-interrupt';
      readonly interruptKind: string;
      readonly nodeId: string | null;
      /** Given: the token endpoint is used; null: the endpoint by node. */
      readonly tokenRef: string | null;
      readonly resumeValue: unknown;
      readonly valueOrigin: ValueOrigin;
      /** Trust of the content that the value was made from or that shows the button. */
      readonly contentTrust: 'trusted' | 'untrusted';
    }
  /** A press in a surface whose target is `exchange`; the recorded host's form, since the protocol has none. */
  | {
      readonly kind: 'exchange';
      readonly nodeId: string | null;
      readonly value: unknown;
      readonly contentTrust: 'trusted' | 'untrusted';
      readonly interruptKind: string | null;
    }
  | {
      readonly kind: 'fork';
      readonly mode: 'replay' | 'branch';
      readonly fromSeq: number;
      /** Branch only. */
      readonly runOptionsOverlay: Readonly<Record<string, unknown>> | null;
    }
  | { readonly kind: 'cancel'; readonly reason: string | null }
  | {
      readonly kind: 'pause';
      readonly reason: string | null;
      readonly drainPolicy: 'drain-current-node' | 'immediate';
    }
  | { readonly kind: 'resume'; readonly reason: string | null }
  | {
      readonly kind: 'annotate';
      readonly target: { readonly eventId?: string; readonly nodeId?: string } | null;
      readonly signal: {
        readonly kind: 'rating' | 'correction' | 'label' | 'flag';
        readonly rating?: number;
        readonly label?: string;
        readonly correction?: string;
      };
      readonly note: string | null;
    };

/** The request that an action would send, exactly, but for tokens, which are masked. */
export interface RequestPreview {
  readonly method: 'POST';
  /** Whole address; the token of a token endpoint is masked. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON as it is sent. */
  readonly body: string;
  /** As a command for a terminal, with `$OPENWOP_TOKEN` for the token. */
  readonly curl: string;
}

/** A previewed action, or why it is not sent at all (security: untrusted content never advances an approval). */
export type ActionPreview =
  | { readonly allowed: true; readonly previewId: string; readonly request: RequestPreview }
  | {
      readonly allowed: false;
      readonly code: 'untrusted_content_blocks_approval' | 'invalid_action' | 'token_unknown';
      readonly message: string;
      readonly clause: string;
    };

/** What the host said to an action. */
export type ActionOutcome =
  | {
      readonly ok: true;
      readonly status: number;
      /** One sentence: "vote stored, the gate still waits", "run cancelled". */
      readonly words: string;
      /** Of a fork. */
      readonly newRunId: string | null;
      /** Body, masked, at most 64 KiB. */
      readonly body: string;
    }
  | {
      readonly ok: false;
      readonly error: HostError;
      /** Another form of the same answer that this host may want; offered, never sent by itself (section 8). */
      readonly otherForm: RunAction | null;
    };

/** One action of a session as it is stored in the capture. */
export interface ActionRecord {
  readonly at: string;
  readonly action: RunAction;
  readonly request: RequestPreview;
  readonly outcome: ActionOutcome;
}
