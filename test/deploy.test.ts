/**
 * The files of deploy/. Keys are held to those of the Kubernetes API reference (batch/v1, apps/v1) that the
 * manifests use: a server drops a misspelt key without a word.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT, VERSION } from '../engine/package.ts'

const read = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8')

const text = z.string().min(1)
const positive = z.int().min(1)
const labels = z.record(text, text)
const resources = z.strictObject({ cpu: z.string().optional(), memory: z.string().regex(/^\d+[MG]i$/) })
const secret = z.strictObject({ secretKeyRef: z.strictObject({ name: text, key: text }) })
const container = z.strictObject({
  name: text,
  image: z.literal(`evenhand:${VERSION}`),
  command: z.array(text).optional(),
  args: z.array(text),
  env: z.array(z.strictObject({ name: text, valueFrom: secret })).optional(),
  readinessProbe: z
    .strictObject({
      exec: z.strictObject({ command: z.array(text) }),
      initialDelaySeconds: positive,
      periodSeconds: positive,
      timeoutSeconds: positive,
    })
    .optional(),
  resources: z.strictObject({ requests: resources, limits: resources }),
  volumeMounts: z.array(z.strictObject({ name: text, mountPath: text })).optional(),
})
const pod = z.strictObject({
  restartPolicy: z.enum(['Always', 'OnFailure', 'Never']).optional(),
  terminationGracePeriodSeconds: positive,
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: positive,
    fsGroup: positive.optional(),
  }),
  containers: z.array(container).length(1),
  volumes: z
    .array(z.strictObject({ name: text, persistentVolumeClaim: z.strictObject({ claimName: text }) }))
    .optional(),
})
const job = z.strictObject({
  apiVersion: z.literal('batch/v1'),
  kind: z.literal('Job'),
  metadata: z.strictObject({ name: text }),
  spec: z.strictObject({
    completionMode: z.enum(['NonIndexed', 'Indexed']),
    podReplacementPolicy: z.enum(['Failed', 'TerminatingOrFailed']),
    completions: positive,
    parallelism: positive,
    backoffLimitPerIndex: z.int().min(0),
    template: z.strictObject({ spec: pod }),
  }),
})
const deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata: z.strictObject({ name: text, labels }),
  spec: z.strictObject({
    replicas: positive,
    selector: z.strictObject({ matchLabels: labels }),
    template: z.strictObject({ metadata: z.strictObject({ labels }), spec: pod }),
  }),
})

test('the job plays as many shards as it has completions, each once', () => {
  const { spec } = job.parse(parse(read('shards.yaml')))
  expect(spec.completionMode).toBe('Indexed')
  const [{ args }] = spec.template.spec.containers as [z.infer<typeof container>]
  expect(args.join(' ')).toContain(`--shard "$((JOB_COMPLETION_INDEX + 1))/${spec.completions}"`)
})

test('the deployment selects its own pods, and has as many threads as it asks for cores', () => {
  const { spec } = deployment.parse(parse(read('workers.yaml')))
  expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
  const [{ args, env, resources: asked }] = spec.template.spec.containers as [z.infer<typeof container>]
  expect(args).toEqual(['worker', '--redis', '$(REDIS_URL)', '--threads', asked.requests.cpu])
  expect(env!.map(({ name }) => name)).toEqual(['REDIS_URL'])
})

test('the image runs what the package ships, and not as root', () => {
  const lines = read('Dockerfile').split('\n')
  expect(lines.filter(line => /^USER /.test(line))).toEqual(['USER node'])
  expect(lines).toContain('ENTRYPOINT ["node", "/app/dist/cli/main.js"]')
  for (const folder of ['dist', 'configs', 'templates'])
    expect(lines).toContain(`COPY --from=build /src/${folder} ./${folder}`)
})
