// biome-ignore lint/style/noDefaultExport: PostCSS reads its configuration from the default export.
export default { plugins: { '@tailwindcss/postcss': {} } }
