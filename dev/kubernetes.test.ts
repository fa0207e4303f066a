import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { variables } from '@/server/environment/variables'
import { FOLDER, KINDS, metadata, readManifest } from './testing/kubernetes-kinds'

/** A process asked to end is gone after so many seconds (front/shut-down.ts). */
const STOP_SECONDS = 5

describe('deploy/kubernetes', () => {
  it('has the manifests that are checked here, each of fields that Kubernetes knows', () => {
    const files = Object.keys(KINDS).map((name) => `${name}.yaml`)
    expect(readdirSync(FOLDER).sort()).toEqual(files.sort())
    for (const name of Object.keys(KINDS) as (keyof typeof KINDS)[]) expect(() => readManifest(name)).not.toThrow()
  })

  it('names only variables that the app knows, each of them once', () => {
    const names = [...Object.keys(readManifest('config-map').data), ...Object.keys(readManifest('secret').stringData)]
    expect(names.filter((name) => !(name in variables.shape))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  it('holds no secret and gives every other variable a value the app takes', () => {
    expect(new Set(Object.values(readManifest('secret').stringData))).toEqual(new Set(['REPLACE']))
    const { data } = readManifest('config-map')
    const problems = Object.entries(data).flatMap(([name, value]) => {
      const [, field] = Object.entries(variables.shape).find(([known]) => known === name) ?? []
      return field?.safeParse(value).success ? [] : name
    })
    expect(problems).toEqual([])
  })

  it('asks for liveness and readiness where the app answers them', () => {
    const [app] = readManifest('deployment').spec.template.spec.containers
    const probes = [app.startupProbe, app.readinessProbe, app.livenessProbe].map((one) => one?.httpGet.path)
    expect(probes).toEqual(['/healthz', '/readyz', '/healthz'])
    for (const path of probes) expect(readFileSync('front/create-front-server.ts', 'utf8')).toContain(`'${path}'`)
    expect(app.ports).toEqual([{ name: 'http', containerPort: 3000 }])
  })

  it('ends a process later than it needs to, and replaces none before another is ready', () => {
    const { strategy, template, replicas } = readManifest('deployment').spec
    const { containers, terminationGracePeriodSeconds = 0 } = template.spec
    const sleep = containers[0].lifecycle?.preStop.sleep.seconds ?? 0
    const readiness = containers[0].readinessProbe
    expect(sleep).toBeGreaterThan((readiness?.periodSeconds ?? 0) * (readiness?.failureThreshold ?? 0))
    expect(terminationGracePeriodSeconds).toBeGreaterThan(sleep + STOP_SECONDS)
    expect(readFileSync('front/shut-down.ts', 'utf8')).toContain(`END_MS = ${STOP_SECONDS}_000`)
    expect(strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
    expect(readManifest('pod-disruption-budget').spec.maxUnavailable).toBeLessThan(replicas)
  })

  it('selects the pods it makes, and runs one image', () => {
    const { selector: selects, template: made } = readManifest('deployment').spec
    const job = readManifest('migrate-job').spec.template
    expect(made.metadata.labels).toEqual(selects.matchLabels)
    expect(readManifest('service').spec.selector).toEqual(selects.matchLabels)
    expect(readManifest('pod-disruption-budget').spec.selector).toEqual(selects)
    expect(job.metadata.labels).not.toEqual(selects.matchLabels)
    expect(readManifest('network-policy').spec.podSelector.matchExpressions[0]?.values).toEqual([
      made.metadata.labels.app,
      job.metadata.labels.app,
    ])
    expect(job.spec.containers[0].image).toBe(made.spec.containers[0].image)
    expect(job.spec.containers[0].command?.[1]).toBe('dist/migrate.mjs')
  })
})

describe('deploy/kubernetes-copies', () => {
  const mounting = z.array(
    z.strictObject({ name: z.string(), volumeMounts: z.array(z.looseObject({ name: z.string() })) }),
  )
  const patch = z.strictObject({
    spec: z.strictObject({
      template: z.strictObject({
        spec: z.strictObject({
          securityContext: z.strictObject({ fsGroup: z.literal(2000) }).optional(),
          initContainers: mounting.default([]),
          containers: mounting.default([]),
          volumes: z
            .array(
              z.strictObject({ name: z.string(), persistentVolumeClaim: z.strictObject({ claimName: z.string() }) }),
            )
            .default([]),
        }),
      }),
    }),
  })
  const parsed = (name: string): unknown =>
    parse(readFileSync(join('deploy/kubernetes-copies', `${name}.yaml`), 'utf8'))
  const podOf = (name: string) => patch.parse(parsed(name)).spec.template.spec

  it('mounts one volume into each process that writes copies, at the folder that the variables name', () => {
    const claim = z.looseObject({
      metadata,
      spec: z.looseObject({ accessModes: z.tuple([z.literal('ReadWriteMany')]) }),
    })
    const { name } = claim.parse(parsed('volume-claim')).metadata
    const pods = ['deployment-patch', 'migrate-job-patch'].map(podOf)
    for (const { volumes } of pods) expect(volumes[0]?.persistentVolumeClaim.claimName).toBe(name)
    const mounted = [...pods, podOf('signer-patch')].flatMap((pod) => [...pod.containers, ...pod.initContainers])
    expect(mounted.map((one) => one.name)).toEqual(['app', 'migrate', 'signer'])
    for (const { volumeMounts } of mounted)
      expect(volumeMounts).toEqual([{ name: 'copies', mountPath: '/mnt/slipway' }])
    expect(readFileSync('deploy/kubernetes-copies/volume-claim.yaml', 'utf8')).toContain(
      'SEED_COPY_DIR: /mnt/slipway\n',
    )
  })
})

describe('deploy/kubernetes-signer', () => {
  const from = z.array(
    z.union([
      z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) }),
      z.strictObject({ secretRef: z.strictObject({ name: z.string() }) }),
    ]),
  )
  const mounts = z.array(
    z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.literal(true).optional() }),
  )
  const part = z.looseObject({
    name: z.string(),
    image: z.string().optional(),
    command: z.array(z.string()).optional(),
    restartPolicy: z.string().optional(),
    env: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
    envFrom: from.default([]),
    volumeMounts: mounts.default([]),
  })
  const patch = z.strictObject({
    spec: z.strictObject({
      template: z.strictObject({
        spec: z.strictObject({
          securityContext: z.strictObject({ fsGroup: z.number() }).optional(),
          initContainers: z.array(part).default([]),
          containers: z.tuple([part]),
          volumes: z.array(z.looseObject({ name: z.string() })).default([]),
        }),
      }),
    }),
  })
  const text = (name: string) => readFileSync(join('deploy/kubernetes-signer', `${name}.yaml`), 'utf8')
  const podOf = (name: string) => patch.parse(parse(text(name))).spec.template.spec
  const secretsOf = (envFrom: z.infer<typeof from>) =>
    envFrom.flatMap((each) => ('secretRef' in each ? each.secretRef.name : []))

  it('gives the signer its keys, the migration the owner’s login as well, and the app neither', () => {
    const [signer] = podOf('deployment-patch').initContainers
    const [app] = podOf('deployment-patch').containers
    expect(secretsOf(signer?.envFrom ?? [])).toEqual(['slipway', 'slipway-signer'])
    expect(secretsOf(podOf('migrate-job-patch').containers[0].envFrom)).toEqual([
      'slipway',
      'slipway-signer',
      'slipway-owner',
    ])
    expect(app).toMatchObject({ name: readManifest('deployment').spec.template.spec.containers[0].name, envFrom: [] })
    expect(podOf('migrate-job-patch').containers[0].name).toBe(
      readManifest('migrate-job').spec.template.spec.containers[0].name,
    )
    expect([...text('secret').matchAll(/^ {2}([A-Z_]+): (.+)$/gm)].map(([, name, value]) => [name, value])).toEqual([
      ['SIGNER_SECRET', 'REPLACE'],
      ['SEED_KEK', 'REPLACE'],
      ['DATABASE_URL', 'REPLACE'],
    ])
  })

  it('runs the same image beside the app, which may use the socket and put nothing in its place', () => {
    const pod = podOf('deployment-patch')
    const [signer] = pod.initContainers
    const [app] = pod.containers
    expect(signer).toMatchObject({
      restartPolicy: 'Always',
      image: readManifest('deployment').spec.template.spec.containers[0].image,
    })
    expect(signer?.env).toEqual(app.env)
    expect(app.env[0]?.value).toMatch(new RegExp(`^${app.volumeMounts[0]?.mountPath}/`))
    expect(app.volumeMounts).toEqual([{ ...signer?.volumeMounts[0], readOnly: true }])
    expect(pod.volumes.map(({ name }) => name)).toEqual([app.volumeMounts[0]?.name])
  })
})
