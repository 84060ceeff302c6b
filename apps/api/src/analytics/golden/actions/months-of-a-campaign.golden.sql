SELECT DISTINCT formatDateTime(month, '%Y-%m')
FROM member_snapshot FINAL
WHERE plan_id = {plan:String} AND month IN {months:Array(Date)}
