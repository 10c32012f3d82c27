// The description of the routes of jobs.
import { JOB_OUTPUTS } from '../jobs/job.ts'
import type { AppLimits } from './deps.ts'
import { ACCESS, errors, json, RATE_HEADERS, ref } from './openapi-parts.ts'
import { DESCRIBED, jobSchema } from './schemas.ts'

const ROW = { type: 'integer', description: 'index in `rows` or `templates`, from 0; absent for the file of all documents' }

export const JOB_SCHEMAS = {
  JobRequest: {
    ...jobSchema(false, DESCRIBED),
    oneOf: [{ required: ['template', 'rows'] }, { required: ['templates'] }],
    examples: [{ template: 'V1StGXR8Z5jd', rows: [{ number: 1 }, { number: 2 }], output: 'zip', callback: 'https://example.com/done' }],
  },
  Job: {
    type: 'object',
    required: ['id', 'status', 'output', 'total', 'done', 'failed', 'results', 'errors', 'created_at', 'expires_at'],
    properties: {
      id: { type: 'string' },
      status: {
        enum: ['queued', 'running', 'done', 'failed', 'cancelled'],
        description:
          '`done` when it has ended, also if rows have failed; `failed` when no row could be rendered, or the file of all not be made',
      },
      output: { enum: JOB_OUTPUTS },
      total: { type: 'integer', description: 'rows' },
      done: { type: 'integer', description: 'rows that are rendered' },
      failed: { type: 'integer', description: 'rows that cannot be rendered' },
      results: { type: 'array', items: ref('JobResult'), description: 'in the order of the rows' },
      errors: { type: 'array', items: ref('JobError'), description: 'those of the job as a whole first, then in the order of the rows' },
      created_at: { type: 'string', format: 'date-time' },
      expires_at: {
        type: 'string',
        format: 'date-time',
        description: 'when the job and its results are removed; before its end, when it would be given up if nothing were done any more',
      },
      callback_secret: { type: 'string', description: 'signs the callback; answered to the request that made the job' },
    },
  },
  JobResult: {
    type: 'object',
    properties: {
      row: ROW,
      url: { type: 'string', format: 'uri', description: 'of the PDF; with `zip` and `merged` there is one for all rows, at the end' },
      key: { type: 'string', description: 'name of the object, with `s3`' },
      pages: { type: 'integer' },
      warnings: { type: 'integer', description: 'number of warnings' },
    },
  },
  JobError: {
    type: 'object',
    required: ['row', 'code', 'message'],
    properties: { row: { ...ROW, type: ['integer', 'null'] }, code: { type: 'string' }, message: { type: 'string' } },
  },
}

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', maxLength: 255 },
  description: 'a request repeated under its key is answered with the job that it made the first time, and `Idempotency-Replayed: true`',
}
const PREFER = {
  name: 'Prefer',
  in: 'header',
  schema: { type: 'string' },
  description:
    '`handling=strict` refuses unknown fields; rows that lack variables, and documents that lack anything, fail; `conformance` and `tagged` are those of renderings',
}

export function jobPaths({ jobRows }: AppLimits): Record<string, object> {
  const accepted = {
    description: 'the job, which is made from now on',
    headers: {
      ...RATE_HEADERS,
      Location: { description: 'address of the job', schema: { type: 'string', format: 'uri' } },
    },
    content: json(ref('Job')),
  }
  const body = ['invalid_json', 'invalid_encoding', 'request_timeout', 'payload_too_large', 'unsupported_media_type'] as const
  const fields = ['template_not_found', 'not_published', 'validation_failed', 'limit_exceeded', 'too_deep', 'conflict'] as const
  return {
    '/api/jobs': {
      post: {
        operationId: 'createJob',
        summary: `Render up to ${jobRows} documents in the background, below all other requests`,
        parameters: [IDEMPOTENCY_KEY, PREFER],
        requestBody: { required: true, content: json(ref('JobRequest')) },
        responses: { '202': accepted, ...errors([...ACCESS, ...body, ...fields, 'overloaded', 'internal_error']) },
      },
    },
    '/api/jobs/{id}': {
      parameters: [ID],
      get: {
        operationId: 'getJob',
        summary: 'Progress and results of a job',
        parameters: [
          {
            name: 'results',
            in: 'query',
            schema: { enum: ['no', 'yes'] },
            description: '`no` leaves out results and errors of rows, for those who ask for progress often',
          },
        ],
        responses: {
          '200': { description: 'the job', headers: RATE_HEADERS, content: json(ref('Job')) },
          ...errors([...ACCESS, 'not_found', 'overloaded', 'internal_error']),
        },
      },
      delete: {
        operationId: 'cancelJob',
        summary: 'Cancel a job; what it has made stays until it expires. Nothing happens to one that has ended',
        responses: {
          '204': { description: 'no further row is rendered', headers: RATE_HEADERS },
          ...errors([...ACCESS, 'not_found', 'overloaded', 'internal_error']),
        },
      },
    },
  }
}

/** The end of a job, sent to the `callback` of its request. */
export function jobEvent(): object {
  const counts = { total: { type: 'integer' }, done: { type: 'integer' }, failed: { type: 'integer' } }
  const data = {
    type: 'object',
    required: ['job_id', 'status', 'total', 'done', 'failed'],
    properties: {
      job_id: { type: 'string' },
      status: { enum: ['done', 'failed'] },
      ...counts,
      url: { type: 'string', format: 'uri', description: 'of the zip or the merged PDF' },
    },
  }
  return { type: 'object', required: ['type', 'data'], properties: { type: { const: 'job.finished' }, data } }
}
