import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

export const FOLDER = 'deploy/kubernetes'

const labels = z.record(z.string(), z.string())
export const metadata = z.strictObject({ name: z.string(), labels: labels.optional() })
const selector = z.strictObject({ matchLabels: labels })
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.literal('http') }),
  periodSeconds: z.number(),
  timeoutSeconds: z.number(),
  failureThreshold: z.number(),
})
const named = z.strictObject({ name: z.literal('slipway') })
const container = z.strictObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.number() })).optional(),
  envFrom: z.tuple([z.strictObject({ configMapRef: named }), z.strictObject({ secretRef: named })]),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  lifecycle: z.strictObject({ preStop: z.strictObject({ sleep: z.strictObject({ seconds: z.number() }) }) }).optional(),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
    limits: z.strictObject({ memory: z.string() }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
})
const pod = z.strictObject({
  serviceAccountName: z.literal('slipway'),
  restartPolicy: z.literal('Never').optional(),
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.literal(1000),
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  topologySpreadConstraints: z
    .array(
      z.strictObject({
        maxSkew: z.number(),
        topologyKey: z.string(),
        whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
        labelSelector: selector,
      }),
    )
    .optional(),
  containers: z.tuple([container]),
})
const template = z.strictObject({ metadata: z.strictObject({ labels }), spec: pod })
const ports = z.array(z.strictObject({ protocol: z.enum(['TCP', 'UDP']), port: z.number() }))
const peers = z.array(z.strictObject({ namespaceSelector: selector }))

/** The fields that the manifests use, as the Kubernetes API names them. The API server drops what it does not know. */
export const KINDS = {
  'config-map': z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('ConfigMap'),
    metadata,
    data: z.record(z.string(), z.string()),
  }),
  secret: z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Secret'),
    metadata,
    type: z.literal('Opaque'),
    stringData: z.record(z.string(), z.string()),
  }),
  'service-account': z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('ServiceAccount'),
    metadata,
    automountServiceAccountToken: z.literal(false),
  }),
  'migrate-job': z.strictObject({
    apiVersion: z.literal('batch/v1'),
    kind: z.literal('Job'),
    metadata,
    spec: z.strictObject({
      backoffLimit: z.number(),
      activeDeadlineSeconds: z.number(),
      ttlSecondsAfterFinished: z.number(),
      template,
    }),
  }),
  deployment: z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    metadata,
    spec: z.strictObject({
      replicas: z.number(),
      selector,
      strategy: z.strictObject({
        type: z.literal('RollingUpdate'),
        rollingUpdate: z.strictObject({ maxSurge: z.number(), maxUnavailable: z.number() }),
      }),
      template,
    }),
  }),
  service: z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata,
    spec: z.strictObject({
      selector: labels,
      ports: z.array(z.strictObject({ name: z.string(), port: z.number(), targetPort: z.string() })),
    }),
  }),
  'pod-disruption-budget': z.strictObject({
    apiVersion: z.literal('policy/v1'),
    kind: z.literal('PodDisruptionBudget'),
    metadata,
    spec: z.strictObject({ maxUnavailable: z.number(), selector }),
  }),
  'network-policy': z.strictObject({
    apiVersion: z.literal('networking.k8s.io/v1'),
    kind: z.literal('NetworkPolicy'),
    metadata,
    spec: z.strictObject({
      podSelector: z.strictObject({
        matchExpressions: z.array(
          z.strictObject({ key: z.literal('app'), operator: z.literal('In'), values: z.array(z.string()) }),
        ),
      }),
      policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
      ingress: z.array(z.strictObject({ from: peers, ports })),
      egress: z.array(z.strictObject({ to: peers.optional(), ports })),
    }),
  }),
}

/** A manifest of `deploy/kubernetes`. Throws if it has a field that Kubernetes does not know. */
export function readManifest<K extends keyof typeof KINDS>(name: K): z.infer<(typeof KINDS)[K]> {
  // of that kind
  return KINDS[name].parse(parse(readFileSync(join(FOLDER, `${name}.yaml`), 'utf8'))) as z.infer<(typeof KINDS)[K]>
}
