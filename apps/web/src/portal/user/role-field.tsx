import { SelectField } from '../../ui/select-field';
import { roleName, type User } from './user';

/** The value that stands for all roles. */
export const ALL_ROLES = 'all';

interface Props {
  roles: readonly User['role'][];
  value: string;
  onChange: (role: string) => void;
}

/** Narrows a list of accounts to one role. */
export const RoleField = ({ roles, value, onChange }: Props) => (
  <div className="w-full sm:w-56">
    <SelectField
      wide
      label="Role"
      options={[
        { value: ALL_ROLES, label: 'All roles' },
        ...roles.map((role) => ({ value: role, label: roleName(role) })),
      ]}
      value={value}
      onChange={onChange}
    />
  </div>
);
