/** Why a picture is refused that cannot be decoded; said apart from its decoder, which the api must not load. */
export const damaged = 'The picture is damaged. Save it again and try again.';
