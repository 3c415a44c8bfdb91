/**
 * The files of deploy/. The compiler checks the manifests against the published schemas of Kubernetes, which
 * kubernetes-types has as types. It refuses unknown keys, which a server silently drops.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { Job } from 'kubernetes-types/batch/v1.js'
import type { Container, PodTemplateSpec } from 'kubernetes-types/core/v1.js'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT, VERSION } from '../engine/package.ts'

const read = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8')
const deployment = parse(read('workers.yaml')) as Deployment
const job = parse(read('shards.yaml')) as Job

/** What the compiler objects to in documents of these types. */
function problemsOf(documents: readonly (readonly [type: string, document: object])[]): string[] {
  const file = join(ROOT, 'test/manifests.ts')
  const text = documents
    .map(
      ([type, document], i) =>
        `export const d${i}: import('kubernetes-types/${type} = ${JSON.stringify(document)}`,
    )
    .join('\n')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = name => name === file || fileExists(name)
  host.readFile = name => (name === file ? text : readFile(name))
  const program = ts.createProgram([file], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

const DEPLOYMENT = "apps/v1.js').Deployment"
const JOB = "batch/v1.js').Job"

/** The only container. */
function containerOf({ spec }: PodTemplateSpec): Container {
  expect(spec!.securityContext).toMatchObject({ runAsNonRoot: true })
  const { containers } = spec!
  expect(containers.map(({ image }) => image)).toEqual([`evenhand:${VERSION}`])
  return containers[0]!
}

test('the manifests are what Kubernetes defines, and a misspelt or missing key is found', () => {
  const { spec, ...rest } = deployment
  const { template: _, ...without } = job.spec!
  expect(
    problemsOf([
      [DEPLOYMENT, deployment],
      [DEPLOYMENT, { ...rest, spec: { ...spec, replica: 4 } }],
      [JOB, job],
      [JOB, { ...job, spec: without }],
    ]),
  ).toEqual([
    expect.stringMatching(/known properties, and '"replica"'/),
    expect.stringContaining("'template' is missing"),
  ])
})

test('the job plays as many shards as it has completions, each once', () => {
  const { completionMode, completions, template } = job.spec!
  expect(completionMode).toBe('Indexed')
  const { args } = containerOf(template)
  expect(args!.join(' ')).toContain(`--shard "$((JOB_COMPLETION_INDEX + 1))/${completions}"`)
})

test('the deployment selects its own pods, and has as many threads as it asks for cores', () => {
  const { selector, template } = deployment.spec!
  expect(template.metadata!.labels).toEqual(selector.matchLabels)
  const { args, env, resources } = containerOf(template)
  expect(args).toEqual(['worker', '--redis', '$(REDIS_URL)', '--threads', resources!.requests!.cpu])
  expect(env!.map(({ name }) => name)).toEqual(['REDIS_URL'])
})

test('the image runs what the package ships, and not as root', () => {
  const lines = read('Dockerfile').split('\n')
  expect(lines.filter(line => /^USER /.test(line))).toEqual(['USER node'])
  expect(lines).toContain('ENTRYPOINT ["node", "/app/dist/cli/main.js"]')
  for (const folder of ['dist', 'configs', 'templates'])
    expect(lines).toContain(`COPY --from=build /src/${folder} ./${folder}`)
})
