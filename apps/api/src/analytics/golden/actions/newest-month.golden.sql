SELECT formatDateTime(max(month), '%Y-%m') AS newest
FROM member_snapshot FINAL
WHERE plan_id = {plan:String} AND month <= {to:Date}
HAVING count() > 0
