// Generated from docs/protocol by "npm run generate". Do not edit.

/** What can be cited of a page of docs/protocol. */
interface ClauseIndexPage {
  readonly title: string;
  /** Number (or letter) to title and anchor. */
  readonly sections: Readonly<Record<string, readonly [title: string, anchor: string]>>;
  /** Id of a row to the number of its section. */
  readonly rows: Readonly<Record<string, string>>;
}

export const CLAUSE_INDEX: Readonly<Record<string, ClauseIndexPage>> = {
 "run-events": {
  "title": "Run events",
  "sections": {
   "1": [
    "RunEventDoc",
    "1-runeventdoc"
   ],
   "2": [
    "Helper shapes",
    "2-helper-shapes"
   ],
   "3": [
    "Event types",
    "3-event-types"
   ],
   "4": [
    "Causation",
    "4-causation"
   ],
   "5": [
    "What real hosts emit",
    "5-what-real-hosts-emit"
   ],
   "6": [
    "Fold (run state from events)",
    "6-fold-run-state-from-events"
   ],
   "7": [
    "Rules over a log",
    "7-rules-over-a-log"
   ],
   "1.1": [
    "Sequence and time rules",
    "11-sequence-and-time-rules"
   ],
   "1.2": [
    "Tolerance (must never throw)",
    "12-tolerance-must-never-throw"
   ],
   "3.1": [
    "How to read the tables",
    "31-how-to-read-the-tables"
   ],
   "3.2": [
    "Catalogue (all 118)",
    "32-catalogue-all-118"
   ],
   "3.2.1": [
    "Run lifecycle",
    "321-run-lifecycle"
   ],
   "3.2.2": [
    "Node lifecycle",
    "322-node-lifecycle"
   ],
   "3.2.3": [
    "Human in the loop",
    "323-human-in-the-loop"
   ],
   "3.2.4": [
    "State, output and logging",
    "324-state-output-and-logging"
   ],
   "3.2.5": [
    "Engine and limits",
    "325-engine-and-limits"
   ],
   "3.2.6": [
    "Replay",
    "326-replay"
   ],
   "3.2.7": [
    "Envelope reliability (RFC 0032)",
    "327-envelope-reliability-rfc-0032"
   ],
   "3.2.8": [
    "Model, prompt and cost",
    "328-model-prompt-and-cost"
   ],
   "3.2.9": [
    "Agents and tools",
    "329-agents-and-tools"
   ],
   "3.2.10": [
    "Orchestration",
    "3210-orchestration"
   ],
   "3.2.11": [
    "Conversation",
    "3211-conversation"
   ],
   "3.2.12": [
    "Memory and workspace",
    "3212-memory-and-workspace"
   ],
   "3.2.13": [
    "Triggers, roster and budget",
    "3213-triggers-roster-and-budget"
   ],
   "3.2.14": [
    "Evaluation and deployment",
    "3214-evaluation-and-deployment"
   ],
   "3.2.15": [
    "Connectors, authorization, proposals, goals, import",
    "3215-connectors-authorization-proposals-goals-import"
   ],
   "3.2.16": [
    "Voice",
    "3216-voice"
   ],
   "3.2.17": [
    "Compensation",
    "3217-compensation"
   ],
   "3.3": [
    "InterruptPayload",
    "33-interruptpayload"
   ],
   "3.4": [
    "Names that are not in the catalogue but arrive",
    "34-names-that-are-not-in-the-catalogue-but-arrive"
   ],
   "3.5": [
    "Stream-mode visibility",
    "35-stream-mode-visibility"
   ],
   "3.6": [
    "Names of OpenWOP v2",
    "36-names-of-openwop-v2"
   ],
   "4.1": [
    "What causationId can mean",
    "41-what-causationid-can-mean"
   ],
   "4.2": [
    "Resolution algorithm",
    "42-resolution-algorithm"
   ],
   "4.3": [
    "Graph safety",
    "43-graph-safety"
   ],
   "4.4": [
    "Secondary links (draw dotted, never as causation)",
    "44-secondary-links-draw-dotted-never-as-causation"
   ],
   "4.5": [
    "Events that should carry causationId",
    "45-events-that-should-carry-causationid"
   ],
   "5.1": [
    "Shapes per channel",
    "51-shapes-per-channel"
   ],
   "5.2": [
    "Derived event ids",
    "52-derived-event-ids"
   ],
   "5.3": [
    "Payload forms seen per type (beyond the schema)",
    "53-payload-forms-seen-per-type-beyond-the-schema"
   ],
   "5.4": [
    "Redaction markers to recognise",
    "54-redaction-markers-to-recognise"
   ]
  },
  "rows": {}
 },
 "envelope": {
  "title": "AI Envelope",
  "sections": {
   "1": [
    "Place in the protocol",
    "1-place-in-the-protocol"
   ],
   "2": [
    "AIEnvelope",
    "2-aienvelope"
   ],
   "3": [
    "EnvelopeOutcome",
    "3-envelopeoutcome"
   ],
   "4": [
    "Universal kinds",
    "4-universal-kinds"
   ],
   "5": [
    "reasoning",
    "5-reasoning"
   ],
   "6": [
    "Media kinds",
    "6-media-kinds"
   ],
   "7": [
    "A2UI surfaces",
    "7-a2ui-surfaces"
   ],
   "8": [
    "Vendor and legacy kinds",
    "8-vendor-and-legacy-kinds"
   ],
   "9": [
    "Capability fields",
    "9-capability-fields"
   ],
   "10": [
    "Extraction from text",
    "10-extraction-from-text"
   ],
   "2.1": [
    "EnvelopeMeta",
    "21-envelopemeta"
   ],
   "2.2": [
    "RenderingHint",
    "22-renderinghint"
   ],
   "2.3": [
    "PartialInfo",
    "23-partialinfo"
   ],
   "5.1": [
    "null equals absent",
    "51-null-equals-absent"
   ],
   "7.1": [
    "Payload",
    "71-payload"
   ],
   "7.2": [
    "Component catalogue 0.9.1",
    "72-component-catalogue-091"
   ],
   "7.3": [
    "Actions and binding",
    "73-actions-and-binding"
   ],
   "7.4": [
    "Rendering rules",
    "74-rendering-rules"
   ],
   "7.5": [
    "Where surfaces appear",
    "75-where-surfaces-appear"
   ],
   "7.6": [
    "Delta frames",
    "76-delta-frames"
   ],
   "7.7": [
    "Surfaces of schemaVersion 2",
    "77-surfaces-of-schemaversion-2"
   ]
  },
  "rows": {
   "E1": "2.3"
  }
 },
 "acceptor": {
  "title": "Acceptor",
  "sections": {
   "1": [
    "Inputs, profiles, state",
    "1-inputs-profiles-state"
   ],
   "2": [
    "Ordered pipeline",
    "2-ordered-pipeline"
   ],
   "3": [
    "Version, payload, projection",
    "3-version-payload-projection"
   ],
   "4": [
    "Limits",
    "4-limits"
   ],
   "5": [
    "Completion, retries, refusal, recovery",
    "5-completion-retries-refusal-recovery"
   ],
   "6": [
    "Redaction",
    "6-redaction"
   ],
   "7": [
    "Trust",
    "7-trust"
   ],
   "8": [
    "Dedup, replay, conflict",
    "8-dedup-replay-conflict"
   ],
   "9": [
    "Deviations of the reference host",
    "9-deviations-of-the-reference-host"
   ],
   "10": [
    "A2UI in the pipeline",
    "10-a2ui-in-the-pipeline"
   ],
   "11": [
    "Lints",
    "11-lints"
   ],
   "12": [
    "Open ambiguities",
    "12-open-ambiguities"
   ],
   "2.0": [
    "Budget and exhaustion",
    "20-budget-and-exhaustion"
   ],
   "2.1": [
    "Synthesis",
    "21-synthesis"
   ],
   "2.2": [
    "Stopped checks",
    "22-stopped-checks"
   ],
   "3.1": [
    "Schema version",
    "31-schema-version"
   ],
   "3.2": [
    "Payload rules",
    "32-payload-rules"
   ],
   "3.3": [
    "Events on accept",
    "33-events-on-accept"
   ],
   "3.4": [
    "Hosts of OpenWOP v2",
    "34-hosts-of-openwop-v2"
   ],
   "5.1": [
    "Model-capability gate",
    "51-model-capability-gate"
   ],
   "7.1": [
    "Answers to approvals in a log",
    "71-answers-to-approvals-in-a-log"
   ],
   "7.2": [
    "Marks that are lost in a log",
    "72-marks-that-are-lost-in-a-log"
   ],
   "11.1": [
    "Variant discriminator lint",
    "111-variant-discriminator-lint"
   ],
   "11.2": [
    "Tier-1 subset lint",
    "112-tier-1-subset-lint"
   ]
  },
  "rows": {
   "S0": "2",
   "S1": "2",
   "S2": "2",
   "S3": "2",
   "S3p": "2",
   "S4": "2",
   "S5": "2",
   "S6": "2",
   "S7": "2",
   "S8": "2",
   "S9": "2",
   "S10": "2",
   "S11": "2",
   "S12": "2",
   "S13": "2",
   "S14": "2",
   "S15": "2",
   "N1": "2",
   "E5": "5",
   "R1": "9",
   "R2": "9",
   "R3": "9",
   "R4": "9",
   "R5": "9",
   "R6": "9",
   "R7": "9",
   "R8": "9",
   "R9": "9",
   "R10": "9",
   "R11": "9",
   "R12": "9",
   "R13": "9",
   "R14": "9",
   "R15": "9",
   "R16": "9",
   "R17": "9",
   "R18": "9",
   "R19": "9",
   "R20": "9",
   "D1": "11.1",
   "D2": "11.1",
   "D3": "11.1",
   "D4": "11.1",
   "D5": "11.1",
   "D6": "11.1",
   "D7": "11.1",
   "D8": "11.1",
   "T1": "11.2",
   "T2": "11.2",
   "T3": "11.2",
   "T4": "11.2",
   "T5": "11.2",
   "T6": "11.2",
   "T7": "11.2",
   "T8": "11.2",
   "T9": "11.2",
   "T10": "11.2",
   "T11": "11.2"
  }
 },
 "bundles": {
  "title": "Bundles and transport",
  "sections": {
   "1": [
    "File formats",
    "1-file-formats"
   ],
   "2": [
    "Debug bundle",
    "2-debug-bundle"
   ],
   "3": [
    "Export bundle",
    "3-export-bundle"
   ],
   "4": [
    "Run snapshot",
    "4-run-snapshot"
   ],
   "5": [
    "REST",
    "5-rest"
   ],
   "6": [
    "SSE",
    "6-sse"
   ],
   "7": [
    "Polling",
    "7-polling"
   ],
   "8": [
    "Interrupts",
    "8-interrupts"
   ],
   "9": [
    "Fork and replay",
    "9-fork-and-replay"
   ],
   "10": [
    "Annotations",
    "10-annotations"
   ],
   "11": [
    "Assets",
    "11-assets"
   ],
   "12": [
    "Hosts of OpenWOP v2",
    "12-hosts-of-openwop-v2"
   ],
   "2.1": [
    "Fields",
    "21-fields"
   ],
   "2.2": [
    "Malformed or suspicious combinations",
    "22-malformed-or-suspicious-combinations"
   ],
   "2.3": [
    "Forms of hosts",
    "23-forms-of-hosts"
   ],
   "5.1": [
    "Errors",
    "51-errors"
   ],
   "5.2": [
    "Discovery document",
    "52-discovery-document"
   ],
   "5.3": [
    "Scopes",
    "53-scopes"
   ],
   "6.1": [
    "Request",
    "61-request"
   ],
   "6.2": [
    "Framing",
    "62-framing"
   ],
   "6.3": [
    "Session rules",
    "63-session-rules"
   ],
   "6.4": [
    "Mode deviations",
    "64-mode-deviations"
   ],
   "12.1": [
    "Discovery",
    "121-discovery"
   ],
   "12.2": [
    "Paths",
    "122-paths"
   ],
   "12.3": [
    "Stream and polls",
    "123-stream-and-polls"
   ],
   "12.4": [
    "Snapshot and interrupts",
    "124-snapshot-and-interrupts"
   ],
   "12.5": [
    "Errors",
    "125-errors"
   ]
  },
  "rows": {}
 },
 "agh": {
  "title": "AGH Network v0",
  "sections": {
   "1": [
    "Envelope",
    "1-envelope"
   ],
   "2": [
    "Validation order",
    "2-validation-order"
   ],
   "3": [
    "Freshness",
    "3-freshness"
   ],
   "4": [
    "Kind bodies",
    "4-kind-bodies"
   ],
   "5": [
    "Interaction lifecycle",
    "5-interaction-lifecycle"
   ],
   "6": [
    "Causal fields",
    "6-causal-fields"
   ],
   "7": [
    "Extensions and trust",
    "7-extensions-and-trust"
   ],
   "8": [
    "Transport",
    "8-transport"
   ],
   "9": [
    "Dialects",
    "9-dialects"
   ],
   "10": [
    "Mapping into the common UI model",
    "10-mapping-into-the-common-ui-model"
   ],
   "1.1": [
    "Specification and code",
    "11-specification-and-code"
   ],
   "9.1": [
    "Telling them apart",
    "91-telling-them-apart"
   ],
   "9.2": [
    "Envelope of the later dialect",
    "92-envelope-of-the-later-dialect"
   ],
   "9.3": [
    "Bodies of the later dialect",
    "93-bodies-of-the-later-dialect"
   ],
   "9.4": [
    "Validation order of the later dialect",
    "94-validation-order-of-the-later-dialect"
   ],
   "9.5": [
    "Work",
    "95-work"
   ],
   "9.6": [
    "Reasons of the later dialect",
    "96-reasons-of-the-later-dialect"
   ]
  },
  "rows": {
   "A1": "2",
   "A2a": "2",
   "A2b": "2",
   "A2c": "2",
   "A2d": "2",
   "A3": "2",
   "A4a": "2",
   "A4b": "2",
   "A5a": "2",
   "A5b": "2",
   "A6": "2",
   "A7": "2"
  }
 },
 "security": {
  "title": "Security",
  "sections": {
   "A": [
    "Inspector-relevant",
    "a-inspector-relevant"
   ],
   "B": [
    "Host-only (show, never claim)",
    "b-host-only-show-never-claim"
   ],
   "C": [
    "Inspector rules",
    "c-inspector-rules"
   ]
  },
  "rows": {
   "secret-leakage-eventlog-payload": "A",
   "secret-leakage-eventlog-variable": "A",
   "secret-leakage-otel-exception": "A",
   "secret-leakage-otel-attribute": "A",
   "secret-leakage-error-envelope": "A",
   "secret-leakage-auth-middleware": "A",
   "auth-key-rotation-no-canary-echo": "A",
   "secret-leakage-debug-bundle": "A",
   "secret-leakage-debug-bundle-otel": "A",
   "secret-leakage-artifact-content": "A",
   "secret-leakage-stream-chunk": "A",
   "secret-leakage-stream-error": "A",
   "secret-leakage-author-emit": "A",
   "credential-payload-redaction": "A",
   "prompt-composed-secret-redaction": "A",
   "prompt-composed-trust-marker": "A",
   "tool-result-trust-monotone": "A",
   "envelope-redaction-sr-1-carry-forward": "A",
   "envelope-reasoning-secret-redaction": "A",
   "envelope-refusal-no-prompt-leak": "A",
   "envelope-recovery-no-content-leak": "A",
   "model-capability-substituted-no-credential-disclosure": "A",
   "self-hosted-endpoint-no-disclosure": "A",
   "media-asset-url-tenant-scoped": "A",
   "a2ui-surface-no-code-exec": "A",
   "a2ui-action-confinement": "A",
   "a2ui-surface-no-network-egress": "A",
   "a2ui-surface-no-secret-rendering": "A",
   "a2ui-untrusted-blocks-approval": "A",
   "prompt-injection-envelope-typecheck": "A",
   "prompt-injection-no-llm-approval": "A",
   "prompt-injection-mcp-no-approval": "A",
   "prompt-injection-decidedby-host-only": "A",
   "prompt-injection-refine-quorum": "A",
   "prompt-injection-tenant-host-derived": "A",
   "prompt-injection-no-auto-fetch": "A",
   "prompt-injection-input-marker": "A",
   "prompt-injection-kb-marker": "A",
   "prompt-injection-artifact-marker": "A",
   "prompt-injection-mcp-marker": "A",
   "runner-output-untrusted-transport": "A",
   "node-pack-output-untrusted": "A",
   "chat-card-input-trust-boundary": "A",
   "form-content-pack-string-trust-boundary": "A",
   "voice-transcript-untrusted": "A",
   "pack-manifest-extension-opaque": "A",
   "discovery-canonical-family-no-shadow": "A",
   "annotation-cross-tenant-isolation": "A",
   "memory-attribution-tenant-scoped": "A",
   "agent-memory-cti-1": "A",
   "annotation-content-redaction": "A",
   "agent-memory-sr-1-redaction": "A",
   "memory-compaction-sr-1-carry-forward": "A",
   "memory-attribution-no-content": "A",
   "provider-usage-no-credential-leak": "A",
   "cost-attribution-allowlist-redaction": "A",
   "budget-no-pricing-leak": "A",
   "eval-summary-no-content-leak": "A",
   "verifier-no-content-leak": "A",
   "deployment-event-no-content-leak": "A",
   "roster-attribution-no-content": "A",
   "egress-decision-no-secret-leak": "A",
   "mcp-toolcall-payload-redaction": "A",
   "heartbeat-state-no-secret": "A",
   "replay-fanout-no-refire": "A",
   "replay-llm-cache-key-portable": "A",
   "compensation-replay-no-refire": "A",
   "export-bundle-no-credential-material": "A",
   "artifact-schema-compile-bounded": "A",
   "frontend-plugin-isolation": "A",
   "frontend-plugin-egress": "A",
   "frontend-plugin-rpc-allowlist": "A",
   "frontend-plugin-no-byok": "A",
   "http-client-ssrf-guard": "A",
   "trigger-ingestion-ssrf": "A",
   "a2a-push-egress-ssrf": "A",
   "webhook-delivery-egress-revalidation": "A",
   "test-seam-authenticated-when-enabled": "A",
   "exec-must-not-be-protocol-tier": "A",
   "authorization-fail-closed": "A",
   "subrun-merge-approval-fail-closed": "A",
   "subject-record-opaque": "A",
   "mcp-extension-no-authority": "A",
   "mcp-peer-no-authority-escalation": "A",
   "a2a-peer-no-authority-escalation": "A",
   "org-position-no-authority-escalation": "A",
   "voice-interim-not-durable": "A",
   "voice-bargein-no-partial-leak": "A",
   "voice-streamref-tenant-bound": "A",
   "fs-path-traversal": "A",
   "node-pack-path-traversal": "A",
   "runner-credential-non-transit": "A",
   "profile-claim-floor-not-overstated": "A",
   "agent-pack-handoff-schema-enforcement": "A",
   "mcp-server-untrusted-args": "A",
   "idempotency-key-deterministic": "A",
   "form-content-template-no-submission-routing": "B",
   "agent-skill-profile-stateless": "B",
   "agents-run-no-raw-handler": "B",
   "prompt-injection-tool-allowlist": "B",
   "prompt-injection-webhook-host-only": "B",
   "node-pack-manifest-name-match": "B",
   "node-pack-manifest-version-match": "B",
   "node-pack-tarball-size-cap": "B",
   "node-pack-manifest-size-cap": "B",
   "node-pack-entry-size-cap": "B",
   "node-pack-scope-author-match": "B",
   "node-pack-sig-publish": "B",
   "node-pack-sig-host-verify": "B",
   "node-pack-sig-key-in-keychain": "B",
   "node-pack-sig-no-yanked": "B",
   "node-pack-sig-revocation": "B",
   "node-pack-approval-required": "B",
   "node-pack-approval-host-state": "B",
   "node-pack-approval-scope": "B",
   "node-pack-sandbox-no-process": "B",
   "node-pack-sandbox-no-eval": "B",
   "node-pack-sandbox-network-gated": "B",
   "node-pack-sandbox-fs-gated": "B",
   "node-pack-sandbox-no-env": "B",
   "node-pack-sandbox-timeout": "B",
   "node-pack-sandbox-memory-cap": "B",
   "node-pack-sandbox-isolated-context": "B",
   "node-pack-no-decidedby-emit": "B",
   "provider-policy-pre-dispatch": "B",
   "provider-policy-runtime-recheck": "B",
   "provider-policy-disabled-hard": "B",
   "provider-policy-no-discovery-leak": "B",
   "provider-policy-required-byok-only": "B",
   "provider-policy-required-distinguishes-source": "B",
   "provider-policy-restricted-glob": "B",
   "provider-policy-restricted-fail-closed": "B",
   "provider-policy-restricted-canonical-name": "B",
   "provider-policy-resolver-outage-fail-open": "B",
   "provider-policy-partial-resolution": "B",
   "provider-policy-audit-emit": "B",
   "provider-policy-audit-provenance": "B",
   "subscription-credential-user-scope-only": "B",
   "idempotency-key-tenant-endpoint-scoped": "B",
   "idempotency-store-no-host-generated-keys": "B",
   "logical-effect-id-retry-stable": "B",
   "layer2-invocation-claim-atomic": "B",
   "multi-region-stale-owner-no-effect": "B",
   "a2a-version-no-silent-downgrade": "B",
   "mcp-version-no-silent-downgrade": "B",
   "a2a-card-runtime-consistent": "B",
   "mcp-header-body-consistent": "B",
   "mcp-cache-tenant-scoped": "B",
   "compensation-effect-id-retry-stable": "B",
   "compensation-tenant-authority-bound": "B",
   "compensation-input-recorded-facts-only": "B",
   "delegation-tenant-audience-bound": "B",
   "delegation-chain-bounded": "B",
   "delegation-chain-acyclic": "B",
   "delegation-no-scope-amplification": "B",
   "kv-cross-tenant-isolation": "B",
   "queue-cross-tenant-isolation": "B",
   "workspace-cross-tenant-isolation": "B",
   "table-cross-tenant-isolation": "B",
   "blob-cross-tenant-isolation": "B",
   "cache-cross-tenant-isolation": "B",
   "webhook-cross-tenant-isolation": "B",
   "prompt-prefix-cache-cross-tenant-isolation": "B",
   "sql-parametric-only": "B",
   "subject-link-leaver-deny": "B",
   "subject-link-key-class-declared": "B",
   "subject-link-same-trust-root": "B",
   "subject-link-mandatory-when-both-advertised": "B",
   "subject-legacy-not-linkable": "B",
   "prompt-mutation-workspace-membership-enforced": "B",
   "prompt-read-workspace-membership-enforced": "B",
   "egress-credential-audience-bound": "B",
   "connection-pack-egress-host-bound": "B",
   "connection-pack-api-host-shape": "B",
   "connection-pack-no-credential-material": "B",
   "anon-actor-no-default-baseline": "B",
   "anon-actor-no-secret-reach": "B",
   "anon-actor-egress-ssrf-guarded": "B",
   "anon-actor-write-egress-gated": "B",
   "anon-actor-audit-opaque": "B",
   "sub-chain-expansion-bounded": "B",
   "sub-chain-child-tenant-scoped": "B",
   "deployment-promotion-fail-closed": "B",
   "proposal-inert-until-applied": "B",
   "proposal-no-resynthesis": "B",
   "goal-continuation-bounded": "B",
   "goal-completion-judge-only": "B",
   "trigger-ingestion-content-redaction": "B",
   "content-published-cache-no-draft": "B",
   "content-response-tenant-scoped": "B",
   "content-no-cross-tenant-enumeration": "B",
   "S-01": "C",
   "S-02": "C",
   "S-03": "C",
   "S-04": "C",
   "S-05": "C",
   "S-06": "C",
   "S-07": "C",
   "S-08": "C",
   "S-09": "C",
   "S-10": "C",
   "S-11": "C",
   "S-12": "C",
   "S-13": "C",
   "S-14": "C",
   "S-15": "C",
   "S-16": "C",
   "S-17": "C",
   "S-18": "C",
   "S-19": "C",
   "S-20": "C",
   "S-21": "C",
   "S-22": "C",
   "S-23": "C",
   "S-24": "C",
   "S-25": "C"
  }
 }
};
