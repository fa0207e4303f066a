/** Addresses of the docs. Apart from `paths`, which every page of the portal loads. */
export const docsPaths = {
  docsGuide: (id: string) => `/docs/guides/${id}`,
  docsOperation: (id: string) => `/docs/api/${id}`,
  docsEvent: (kind: string) => `/docs/events/${kind}`,
  docsErrors: (anchor?: string) => `/docs/errors${anchor ? `#${anchor}` : ''}`,
} as const
