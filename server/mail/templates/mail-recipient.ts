/** The reader of an email, and the URL that it links to; names are as people chose them. */
export type MailRecipient = { name: string; businessName: string; url: string }

/** The purchase that an email is about: `Wallet, Growth` or `Balance top-up`, and its project. */
export type PurchaseTexts = { purchase: string; projectName: string }
