/** What serves where there is no template. Programs and stored reports call it DEFAULT, as people may a template of their own. */
export const USUAL_REPORT = 'Usual report';
