export const messages = {
  title: 'Privacy policy',
  description: 'What we know about you, why, for how long, who else sees it, and what you can decide.',
  effective: 'Effective October 08, 2025',
  contents: 'In this policy',
  sections: [
    {
      id: 'collection',
      title: 'Information we collect',
      paragraphs: [
        '{company} (“we”) runs {site} and is responsible for your data there. You can read the site without telling us who you are.',
        'With an account we keep your name, user name, e-mail address, language and avatar colour, the date on which you registered, and your password as a hash that cannot be turned back into it. If you sign in with Google, we receive your Google account’s identifier, name and confirmed e-mail address instead of a password.',
        'We keep what you do on purpose: prompts you save and rate, and threads, comments, votes and reports in the forum. If you subscribe, we keep your plan, its dates and a list of your payments; card details stay with Stripe.',
        'As the site is used, our servers handle your IP address and browser for as long as it takes to answer and to protect against abuse. How often categories are opened and prompts are copied is counted in total per day, without a link to you.',
        'We set one cookie, lang, which remembers your language for a year. Your browser’s own storage keeps your sign-in, your theme, whether you want to see free content only, the prompts you viewed last what you fill into their blanks and what you last searched for; what is yours of it goes when you log out. None of it is used for advertising, and there are no analytics of other companies.',
      ],
    },
    {
      id: 'use',
      title: 'How we use information',
      paragraphs: [
        'We use your data to run the site and your account, to open what your plan includes, to bill you, to send you the mails this needs (such as confirmations, password resets and notices of payment), to moderate the forum, to answer your questions, to stop abuse and to meet legal duties.',
        'The legal bases are our contract with you, our legitimate interest in a safe and working site, your consent where we ask for it, and the law. We take no decisions with legal effect by automated means alone, and we do not use your content to train language models.',
      ],
    },
    {
      id: 'sharing',
      title: 'Sharing',
      paragraphs: [
        'We do not sell your data. It is shared with companies that work for us under contract: hosting, delivery of e-mail, and Stripe for payments. Google takes part when you choose to sign in with Google.',
        'What you publish in the forum is public, together with your user name. Authorities receive data only where the law obliges us. If the business is transferred, the data goes with it under this policy, and we tell you first.',
      ],
    },
    {
      id: 'security',
      title: 'Security',
      paragraphs: [
        'Connections are encrypted. Passwords are kept as argon2id hashes, sign-in tokens as hashes, and access to our systems is limited to those who need it. No system is perfectly safe: should a breach put you at risk, we tell you and the authorities as the law demands.',
      ],
    },
    {
      id: 'retention',
      title: 'Retention',
      paragraphs: [
        'We keep account data for as long as the account exists. When you delete it, your data is erased, apart from records that the law makes us keep, such as invoices, and forum contributions, which stay without your name.',
        'Usage data is kept for up to 2 years. Server logs hold no addresses and are removed after 30 days.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      paragraphs: [
        'You can see, correct and download your data and delete your account in your profile. Wherever you live, you may also ask us for access, correction, deletion, restriction or a copy that you can take elsewhere, and object to a use or take back your consent.',
        'Write to {email}; we answer within 30 days. You may also complain to the data protection authority of the place where you live.',
      ],
    },
    {
      id: 'children',
      title: 'Children under 18',
      paragraphs: [
        '{site} is for adults. We do not knowingly collect data of anyone under 18. If you believe that a minor has opened an account, tell us and we delete it.',
      ],
    },
    {
      id: 'transfers',
      title: 'International transfers',
      paragraphs: [
        'We and the companies that work for us process data in the United States and in the European Union. Where data leaves the European Economic Area, the United Kingdom or Switzerland, it is protected by the European Commission’s standard contractual clauses or by an adequacy decision.',
      ],
    },
    {
      id: 'third-party-links',
      title: 'Third-party links',
      paragraphs: [
        'Some links lead to other sites, such as the assistants in which you can run a prompt, or our profiles elsewhere. When you open a prompt in an assistant, its text, with what you filled in, is handed to that company. Their own policies apply there.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [
        'Questions about privacy reach us at {email}, or by post at {company}, {address}.',
        'We may change this policy. You hear of substantial changes at least 30 days ahead by e-mail or on the site.',
      ],
    },
    {
      id: 'california',
      title: 'California residents',
      paragraphs: [
        'If you live in California, you have the right to know which categories of personal information we collect and why, to have it corrected or deleted, and not to be treated worse for using these rights. The categories are those of section 1: identifiers, commercial information about your subscription, and activity on the site.',
        'We neither sell nor share personal information in the sense of the CCPA and CPRA, and we use no sensitive personal information beyond what the service needs. You may use your rights yourself or through somebody whom you authorise in writing.',
      ],
    },
  ],
} as const
