import type { NextConfig } from 'next'

/** Set by dev/build.ts, and absent when Next is run directly. */
const isDeployed = !['start', 'test'].includes(process.env.BUILD_FOR ?? '')

/**
 * The front server answers what `route.ts` files bind, and shares its own copy of the server with pages and with
 * `route.next.ts` files. A host that runs Next alone needs all of it in the build, which takes twice as long then.
 */
const isBehindFrontServer = process.env.BUILD_FOR !== undefined

const nextConfig: NextConfig = {
  poweredByHeader: false,
  // Each page of the docs as Markdown.
  rewrites: async () => [
    { source: '/docs.md', destination: '/docs/markdown' },
    { source: '/docs/:path(.+)\\.md', destination: '/docs/markdown/:path' },
  ],
  // Programs find the Markdown of a page by its headers, without reading its HTML.
  headers: async () =>
    ['/:path(docs)', '/:path(docs/errors)', '/:path(docs/(?:guides|api|events)/(?!.*\\.md$)[^/]+)'].map((source) => ({
      source,
      headers: [{ key: 'Link', value: '</:path.md>; rel="alternate"; type="text/markdown"' }],
    })),
  // Gathers what the pages need of the packages, for dev/image.
  ...(isDeployed ? { output: 'standalone' as const } : {}),
  // The front server runs Next with `unoptimized` images.
  outputFileTracingExcludes: { '*': ['node_modules/sharp/**', 'node_modules/@img/**'] },
  // The front server does it.
  compress: false,
  reactStrictMode: true,
  pageExtensions: isBehindFrontServer ? ['tsx', 'next.ts'] : ['tsx', 'ts', 'next.ts'],
  turbopack: {
    resolveAlias: isBehindFrontServer ? { '@/registry/for-pages': './front/shared-server.ts' } : {},
  },
  // `next dev` would write an instructions file into the repository otherwise.
  agentRules: false,
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
  images: { unoptimized: true },
  // These load native code or read their own files at run time, so the bundler must leave them alone.
  serverExternalPackages: [
    '@node-rs/argon2',
    'postgres',
    'pino',
    'nodemailer',
    '@aws-sdk/client-kms',
    'tiny-secp256k1',
    'pdfkit',
    // These only cost the bundler time: the front server has loaded them in the same process already.
    'viem',
    'drizzle-orm',
    'inngest',
    'undici',
  ],
  experimental: {
    // Load pages when they are first opened. The front server answers the API, so its routes are never loaded here.
    preloadEntriesOnStart: false,
    // No build reads it again: a second build without a change is skipped.
    turbopackFileSystemCacheForBuild: false,
    // Source maps are two thirds of what a build writes; a deployment has them, a first start does not wait for them.
    ...(isDeployed ? {} : { turbopackSourceMaps: false, serverSourceMaps: false }),
  },
  // `npm test` runs tsc over the whole tree; checking types again here would only double the build time.
  // Next writes into its own settings, so that what it generates does not change what tsc checks.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.next.json' },
}

export default nextConfig
