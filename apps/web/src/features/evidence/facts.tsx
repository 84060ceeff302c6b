/** Facts by name. */
export const Facts = ({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) => (
  <table className="mt-3">
    <tbody>
      {rows.map(([name, value]) => (
        <tr key={name}>
          <th scope="row" className="w-[34%]">
            {name}
          </th>
          <td>{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
