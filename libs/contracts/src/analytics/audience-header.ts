/** Header that opens the language and the answers for staff's own tools, for the roles that may: `staff`. */
export const audienceHeader = 'x-audience';
