// Shapes as many rows as it is told in one turn of its event loop, which is what servers must not do.
process.send('ready');
process.on('message', (message) => {
  if (typeof message !== 'number') return;
  const dimensions = ['gender', 'ageGroup', 'addressState', 'salaryGroup', 'balanceGroup', 'accountType'];
  const rows = Array.from({ length: message }, (_, at) => {
    const row = { 'MemberSnapshot.month': `2026-01-01T00:00:00.${at}` };
    for (const name of dimensions) row[`Member.${name}`] = `${name} ${at}`;
    return { ...row, 'MemberSnapshot.countMembers': at };
  });
  process.send({ shaped: rows.length });
});
