/** Names of people in the scripts that a fund meets, as they are typed. */
export const names = [
  'Nguyễn Thị Hồng Đào',
  'Łukasz Żółć Đorđević',
  'Ṣọlá Adébáyọ̀',
  'Ngāti Whātua',
  'Παπαδόπουλος',
  'Хрущёв Юрій Їжакевич',
  '王小明 歐陽菲菲',
  '山田さくら タロウ',
  '김민준 이서연',
  'สมชาย ใจดี',
  '🦘 Roo 👩‍💼',
];
/** Their glyphs stand for several characters, or in another order, which not every reader knows. */
export const shaped = ['محمد الأحمد', 'अमित शर्मा', 'स्मृति द्विवेदी'];
