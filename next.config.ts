import type { NextConfig } from 'next'

const nextConfig: NextConfig = {
  poweredByHeader: false,
  // Of what is made anew for each request; zlib works beside the thread that answers /v1. Files are compressed by the build.
  compress: true,
  reactStrictMode: true,
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
  ],
  // `npm test` runs tsc over the whole tree; checking types again here would only double the build time.
  typescript: { ignoreBuildErrors: true },
}

export default nextConfig
