// SPDX-License-Identifier: Apache-2.0
export type Tier = 'basic' | 'standard' | 'premium';
export type Status = 'created' | 'parsing' | 'completed' | 'failed';
export type RedactGroup = 'name' | 'contact' | 'personal' | 'location' | 'employer' | 'school' | 'dates';

export interface Config {
  extract?: { type?: 'file' | 'ocr' | 'auto' };
  validate?: { prompt?: { skip?: boolean; level?: 'basic' } };
  parse?: { skip?: boolean; model_tier?: Tier; skills?: { skip?: boolean }; evidence?: boolean; confidence?: boolean; extras?: boolean };
  matching?: { skip?: boolean; model_tier?: Tier; top_skills?: number };
  redact?: RedactGroup[];
  /** Adds `duplicate_of`: an earlier request with the same document. */
  find_duplicate?: boolean;
  /** The language of the summary: `de`. */
  language?: string;
  /** What to assume where the document does not say it. */
  locale?: { country?: string; language?: string; date_order?: 'day_first' | 'month_first' };
  reference_date?: string;
  retention_seconds?: number;
}

export interface CreateOptions {
  config?: Config;
  /** 100 to 30,000 characters. */
  jobDescription?: string;
  /** Your own identifier of the request; it comes back with every answer. */
  reference?: string;
  /** Your own values, up to 4,096 bytes as JSON; they come back as `client_metadata`. */
  metadata?: Metadata;
  /** A fresh one when it is not given. */
  idempotencyKey?: string;
}
export type Metadata = Record<string, string | number | boolean | null>;
/** A string is the path of a file; there are none in a browser. */
export type Document = string | Blob | ArrayBuffer | Uint8Array;
/** How one document of parseMany ended: either `answer` or `error` is null. */
export type Parsed =
  | { index: number; document: Document; answer: Completed; error: null }
  | { index: number; document: Document; answer: null; error: Error };
/** On every answer of a request that was created with them. */
export interface CallersOwn {
  reference?: string;
  client_metadata?: Metadata;
  /** What was ignored in the request, and what is unusual about the document. */
  warnings?: string[];
}
export interface FileOptions extends CreateOptions {
  filename?: string;
}
export interface ParseOptions {
  /** Seconds to wait for the end; 120. */
  wait?: number;
}

export interface Created extends CallersOwn {
  request_id: string;
  status: 'created';
  estimated_credits: number;
  remaining_balance: number;
  created_at: string;
}
export interface Open extends CallersOwn {
  request_id: string;
  status: 'created' | 'parsing';
  current_stage: string;
  progress_percentage: number;
  estimated_completion: string;
}
export interface Location {
  city: string | null;
  region: string | null;
  country: string | null;
  country_code: string | null;
}
export interface Experience {
  type: string;
  company: string | null;
  title: string | null;
  start_date: string | null;
  end_date: string | null;
  current: boolean;
  description: string | null;
  highlights: string[];
  location?: string | null;
}
export interface Education {
  institution: string | null;
  degree: string | null;
  field_of_study: string | null;
  graduation_date: string | null;
  start_date?: string | null;
  grade?: string | null;
  location?: string | null;
  description?: string | null;
}
export interface Skill {
  skill: string;
  skill_id: string | null;
  synonyms: string[];
  proficiency: 'expert' | 'advanced' | 'intermediate' | 'basic' | null;
  proficiency_score: number | null;
  category: string | null;
  skill_type: 'hard' | 'soft' | null;
  years_experience: number | null;
  confidence: number;
  match_method: 'exact' | 'alias' | 'fuzzy' | 'implied' | null;
  implied_by: string | null;
}
export interface Certification {
  name: string | null;
  issuer: string | null;
  date: string | null;
  expires: string | null;
  credential_id: string | null;
  url: string | null;
}
export interface Extra {
  name: string | null;
  by: string | null;
  url: string | null;
  start_date: string | null;
  end_date: string | null;
  description: string | null;
}
export interface Result {
  personal_info: { name: string | null; label: string | null; email: string | null; phone: string | null; phone_raw: string | null; location: Location };
  summary: string | null;
  experience: Experience[];
  education: Education[];
  skills: Skill[];
  certifications: Certification[];
  languages: { language: string | null; proficiency: string | null; cefr: string | null }[];
  links?: { url: string | null; kind: string | null }[];
  projects?: Extra[];
  publications?: Extra[];
  awards?: Extra[];
  references?: Extra[];
  interests?: string[];
}
export interface Evidence {
  page: number | null;
  box: [number, number, number, number] | null;
  start: number;
  end: number;
  confidence: number;
}
export interface Completed extends CallersOwn {
  request_id: string;
  status: 'completed';
  created_at: string;
  completed_at: string;
  duration_ms: number;
  credits_consumed: number;
  remaining_balance: number;
  metadata: Record<string, unknown>;
  checks: { text_validation: { passed: boolean; reasons: string[] }; prompt?: Record<string, unknown> } | null;
  ai_features: {
    summary: string;
    skills_aggregation: { total_skills: number; by_proficiency: Record<string, number>; by_type: Record<string, number> };
    experience_summary: { total_years: number; total_positions: number; companies: number; current_title: string | null };
  } | null;
  matching: {
    score: number;
    summary: string;
    matched_skills: { skill: string; requirement: string; reason: string }[];
    missing_skills: { requirement: string; criticality: number; transferable_skills: string[] }[];
  } | null;
  raw_text: string | null;
  /** null when a check stopped the request or parsing was skipped. */
  result: Result | null;
  /** By JSON pointer within `result`. */
  evidence?: Record<string, Evidence>;
  confidence?: Record<string, number>;
  /** With `reviewed`. */
  review?: ReviewFacts;
}
export interface ReviewFacts {
  version: number;
  reviewed_at: string;
  complete: boolean;
  /** JSON pointers of what differs from the machine's result. */
  changed: string[];
  confirmed: string[];
}
export interface Review extends ReviewFacts {
  request_id: string;
  dismissed: number[];
  places: Record<string, Evidence>;
  result: Result;
}
export interface PutReviewOptions {
  version?: number;
  confirmed?: string[];
  dismissed?: number[];
  places?: Record<string, Evidence>;
  complete?: boolean;
}
export interface Headline {
  filename?: string;
  name?: string;
  label?: string;
  score?: number;
  checks_passed?: boolean;
}
export interface Failed extends CallersOwn {
  request_id: string;
  status: 'failed';
  created_at: string;
  duration_ms: number;
  credits_consumed: 0;
  remaining_balance: number;
  error: string;
  error_code: 'EXTRACTION_FAILED' | 'OCR_FAILED' | 'PARSE_FAILED' | 'LLM_ERROR' | 'TIMEOUT';
  error_detail?: string | null;
  error_stage: string;
  raw_text: string | null;
}
export type Answer = Open | Completed | Failed;
export interface Listed {
  request_id: string;
  status: Status;
  created_at: string;
  completed_at?: string;
  duration_ms?: number;
  credits_consumed?: number;
  error_code?: string;
  input_type?: 'url' | 'file' | 'text' | 'result';
  file_size_bytes?: number;
  key_id?: string;
  reference?: string;
  client_metadata?: Metadata;
  headline?: Headline;
  review_version?: number;
}
export interface BatchItem {
  input: { type: 'url' | 'file' | 'text' | 'result'; data?: string | object; raw_text?: string; job_description?: string; filename?: string };
  config?: Config;
  reference?: string;
  metadata?: Metadata;
}
export interface BatchRejection {
  index: number;
  reference?: string;
  error_code: string;
  error: string;
  retryable: boolean;
  errors?: Fault[];
}
export interface CreatedBatch {
  batch_id: string;
  status: 'processing';
  created_at: string;
  total: number;
  accepted: number;
  estimated_credits: number;
  remaining_balance: number;
  reference?: string;
  client_metadata?: Metadata;
  requests: { index: number; request_id: string; reference?: string; warnings?: string[] }[];
  rejected: BatchRejection[];
}
export interface Batch {
  batch_id: string;
  status: 'processing' | 'completed';
  created_at: string;
  completed_at?: string;
  progress_percentage: number;
  total: number;
  counts: Record<'created' | 'parsing' | 'completed' | 'failed' | 'rejected', number>;
  credits_consumed: number;
  reference?: string;
  client_metadata?: Metadata;
  requests: { index: number; request_id: string; status: Status; reference?: string; credits_consumed?: number; error_code?: string }[];
  rejected: BatchRejection[];
}
export interface FoundSkill {
  skill_id: string;
  skill: string;
  category: string;
  skill_type: 'hard' | 'soft';
  label?: string;
  matched: string;
  score: number;
}
export interface Fault {
  pointer: string;
  code: string;
  detail: string;
}
export interface WebhookEvent {
  type: 'parse.completed' | 'parse.failed' | 'parse.reviewed' | 'batch.completed' | 'credits.low';
  timestamp: string;
  data: Record<string, unknown>;
}

export type Candidate = { reference?: string } & ({ request_id: string } | { result: Result | Completed });
export interface Job {
  job_description: string;
  reference?: string;
}
export interface Match {
  candidate: number;
  job: number;
  candidate_reference?: string;
  job_reference?: string;
  /** Null when it took too much time. */
  matching: Completed['matching'];
}

export interface VitaeOptions {
  /** Seconds of one call; 60. */
  timeout?: number;
  /** Seconds within which a call is repeated after 429, 503, retryable problems and broken connections; 300. */
  retrySeconds?: number;
  /** Repetitions of one call; no limit unless you give one. */
  retries?: number;
  /** The version of the interface that your program was written for; the newest unless you give one. */
  version?: string;
  fetch?: typeof globalThis.fetch;
  sleep?: (ms: number) => Promise<void>;
}

export declare class Vitae {
  constructor(baseUrl: string, apiKey: string, options?: VitaeOptions);
  readonly baseUrl: string;
  timeout: number;
  retrySeconds: number;
  retries: number;
  version?: string;
  createFile(document: Document, options?: FileOptions): Promise<Created>;
  createText(text: string, options?: CreateOptions): Promise<Created>;
  createUrl(url: string, options?: CreateOptions): Promise<Created>;
  /** Uses an earlier result, or a whole answer, again without extraction. */
  createResult(result: Result | Completed, options?: CreateOptions): Promise<Created>;
  /** Up to 200 requests in one call: of documents, of a ZIP archive, or of items as for a create. `rejected` of the
   *  answer names the documents that were not accepted, and why. */
  createBatch(documents?: Iterable<Document> | AsyncIterable<Document>, options?: CreateOptions & { archive?: Document; items?: BatchItem[] }): Promise<CreatedBatch>;
  /** Create and wait; throws ParseFailed. */
  parseFile(document: Document, options?: FileOptions & ParseOptions): Promise<Completed>;
  parseText(text: string, options?: CreateOptions & ParseOptions): Promise<Completed>;
  parseUrl(url: string, options?: CreateOptions & ParseOptions): Promise<Completed>;
  /** Parses many documents, `parallel` (8) at a time, and gives their outcomes in the order of `documents`;
   *  one bad file does not stop the others. */
  parseMany(documents: Iterable<Document> | AsyncIterable<Document>,
    options?: CreateOptions & ParseOptions & { parallel?: number; onProgress?: (done: number, failed: number) => void }): AsyncGenerator<Parsed, void, undefined>;
  /** The request as it is; with `wait` the service answers when it ends, or after so many seconds. */
  get(requestId: string, options?: { wait?: number; reviewed?: boolean }): Promise<Answer>;
  /** What a person corrected and confirmed; throws NotFoundError when nobody did. */
  review(requestId: string): Promise<Review>;
  /** Stores a corrected result. `version` is that of the review you change; leave it out for the first one. Throws ReviewChangedError. */
  putReview(requestId: string, result: Result, options?: PutReviewOptions): Promise<Review>;
  deleteReview(requestId: string): Promise<void>;
  /** Its end; throws WaitTimeout. */
  wait(requestId: string, seconds?: number): Promise<Completed | Failed>;
  /** Throws NoResult. */
  export(requestId: string, form: 'jsonresume' | 'markdown' | 'csv'): Promise<string>;
  /** All requests of the account, newest first, page by page. */
  listRequests(options?: { status?: Status; reference?: string; batchId?: string; createdAfter?: string; createdBefore?: string; pageSize?: number }): AsyncGenerator<Listed, void, undefined>;
  /** Erases document, text and result. */
  delete(requestId: string): Promise<void>;
  /** Progress, counts, and the state of each request. */
  getBatch(batchId: string): Promise<Batch>;
  /** The batch, once all of its requests have ended; throws WaitTimeout. */
  waitBatch(batchId: string, seconds?: number): Promise<Batch>;
  /** Erases the batch and all of its requests. */
  deleteBatch(batchId: string): Promise<void>;
  /** Scores every candidate against every job, at most 100 pairs; `reference` comes back with its pairs. */
  match(candidates: Candidate[], jobs: Job[], options?: { topSkills?: number }): Promise<Match[]>;
  usage(): Promise<Record<string, unknown>>;
  usageHistory(options?: { startDate?: string; endDate?: string; limit?: number; offset?: number }): Promise<Record<string, unknown>>;
  skills(query: string, options?: { limit?: number; language?: string }): Promise<FoundSkill[]>;
  skill(skillId: string, options?: { language?: string }): Promise<Record<string, unknown>>;
}

export declare class VitaeError extends Error {}
export declare class ConnectionFailed extends VitaeError {}
export declare class WaitTimeout extends VitaeError {
  readonly requestId: string;
}
export declare class ParseFailed extends VitaeError {
  readonly answer: Failed;
  readonly requestId: string;
  readonly code: string;
  readonly detail: string | null;
}
export declare class NoResult extends VitaeError {
  readonly answer: Answer;
}
export declare class ApiError extends VitaeError {
  readonly status: number;
  /** The service's word: "invalid_request", "rate_limited" ... */
  readonly code: string;
  /** Of the HTTP request, for the operator's log. */
  readonly requestId: string;
  readonly retryable: boolean;
  readonly faults: Fault[];
  /** Seconds, or null. */
  readonly retryAfter: number | null;
}
export declare class InvalidRequestError extends ApiError {}
export declare class AuthenticationError extends ApiError {}
export declare class InsufficientCreditsError extends ApiError {}
export declare class PermissionDeniedError extends ApiError {}
export declare class NotFoundError extends ApiError {}
export declare class ConflictError extends ApiError {}
/** 412: somebody stored another version of the review. */
export declare class ReviewChangedError extends ApiError {}
export declare class ExpiredError extends ApiError {}
export declare class RateLimitedError extends ApiError {}
export declare class UnavailableError extends ApiError {}
export declare class WebhookError extends VitaeError {}

/** The event, when the signature is right and the time at most `tolerance` (300) seconds away; throws
 *  WebhookError. `body` is what came, byte for byte. */
export declare function verifyWebhook(secret: string, headers: Headers | Record<string, string>, body: string | ArrayBuffer | Uint8Array,
  options?: { tolerance?: number; now?: number }): Promise<WebhookEvent>;
